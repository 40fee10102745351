/*
 * A C program with embedded Python. The C code creates a scene and passes the scene to Python code in the same process. The
 * Python code adds layers, and the C code draws the result. C and Python share one library and one scene without copying.
 *
 *   cc host.c $(python3-config --includes --ldflags --embed) $(pkg-config --cflags --libs stretto) -o host
 */
#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <stretto.h>

enum {
  WIDTH = 120,
  HEIGHT = 40
};

static const char *const decorate_source =
    "import math\n"
    "import stretto as st\n"
    "\n"
    "def decorate(handle):\n"
    "    'Shows what is in the scene three times, each later than the one before, and draws it.'\n"
    "    scene = st.Scene.from_handle(handle)\n"
    "    (dot,) = scene.root.sublayers\n"
    "    dot.add_animation(st.BasicAnimation('opacity', from_value=1, to_value=0, duration=1,\n"
    "                                        repeat_count=math.inf))\n"
    "    row = st.ReplicatorLayer(instance_count=3, instance_delay=0.25)\n"
    "    row.instance_transform = st.Transform3D.translation(40, 0)\n"
    "    row.add_sublayer(dot)\n"
    "    scene.add_sublayer(row)\n"
    "    return scene.render(0.75).tobytes()\n";

static int fail(const char *what) {
  if (PyErr_Occurred()) PyErr_Print();
  fprintf(stderr, "%s: %s\n", what, stretto_error_message());
  return 1;
}

/* Creates a scene with one dot. */
static stretto_scene *make_scene(void) {
  stretto_scene *scene = NULL;
  stretto_layer *dot = NULL;
  const double frame[4] = {10, 10, 20, 20};
  if (stretto_scene_create(WIDTH, HEIGHT, &scene) != STRETTO_OK) return NULL;
  if (stretto_layer_create(STRETTO_LAYER_PLAIN, &dot) != STRETTO_OK) return NULL;
  stretto_layer_set_numbers(dot, "frame", frame, 4);
  stretto_layer_set_number(dot, "cornerRadius", 10);
  stretto_layer_set_color(dot, "backgroundColor", 1, 0.3, 0.2, 1);
  stretto_layer_add_sublayer(stretto_scene_root(scene), dot);
  stretto_layer_release(dot);
  return scene;
}

/* Calls decorate(handle) in Python and returns its result, a bytes object. */
static PyObject *decorate(stretto_scene *scene) {
  PyObject *names = PyDict_New();
  PyObject *done = PyRun_String(decorate_source, Py_file_input, names, names);
  PyObject *function = done ? PyDict_GetItemString(names, "decorate") : NULL;
  PyObject *handle = PyLong_FromVoidPtr(scene);
  PyObject *result = function ? PyObject_CallFunctionObjArgs(function, handle, NULL) : NULL;
  Py_XDECREF(handle);
  Py_XDECREF(done);
  Py_XDECREF(names);
  return result;
}

int main(void) {
  static uint8_t pixels[HEIGHT][WIDTH][4], again[HEIGHT][WIDTH][4];

  stretto_scene *scene = make_scene();
  if (scene == NULL) return fail("making the scene");

  /* The Python package uses the library that this program is linked with. */
  Py_Initialize();
  PyObject *drawn = decorate(scene);
  if (drawn == NULL || !PyBytes_Check(drawn)) return fail("decorate");

  if (stretto_scene_render(scene, 0.75, 1, &pixels[0][0][0], sizeof pixels[0], sizeof pixels) != STRETTO_OK)
    return fail("rendering in C");
  if (PyBytes_GET_SIZE(drawn) != (Py_ssize_t)sizeof pixels || memcmp(PyBytes_AS_STRING(drawn), pixels, sizeof pixels) != 0)
    return fail("Python and C draw different pictures");
  /* The dots are at .75, .5 and .25 of their fade, so that each later dot is more opaque. */
  if (!(0 < pixels[20][20][3] && pixels[20][20][3] < pixels[20][60][3] && pixels[20][60][3] < pixels[20][100][3]))
    return fail("the copies are not in their own times");

  /* In Python an invalid handle raises an exception and does not crash the process. */
  PyObject *nothing = decorate((stretto_scene *)(uintptr_t)12345);
  if (nothing != NULL || !PyErr_Occurred()) return fail("a foreign handle was taken");
  PyErr_Clear();

  /* Layers from Python remain in the scene after the interpreter has ended. */
  Py_DECREF(drawn);
  if (Py_FinalizeEx() != 0) return fail("ending Python");
  if (stretto_scene_render(scene, 0.75, 1, &again[0][0][0], sizeof again[0], sizeof again) != STRETTO_OK)
    return fail("rendering after Python");
  if (memcmp(pixels, again, sizeof pixels) != 0) return fail("the picture went with Python");

  stretto_scene_release(scene);
  puts("host: ok");
  return 0;
}
