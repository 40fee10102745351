// Functions that Swift, expat and the C library would ask of an operating system. With it the module imports nothing but a clock.
#include <stddef.h>
#include <string.h>

// The seed of hashing, for which there is no chance here. No frame depends on it.
void arc4random_buf(void *buffer, size_t size) { memset(buffer, 0x5A, size); }

char *getenv(const char *name) { return (void)name, NULL; }
_Noreturn void abort(void) { __builtin_trap(); }
_Noreturn void __assert_fail(const char *what, const char *file, int line, const char *function) {
  (void)what, (void)file, (void)line, (void)function;
  __builtin_trap();
}
int putchar(int character) { return character; }

// The module is called again and again: nothing is taken down after a call, as it would be after a program.
void __wasm_call_dtors(void) {}
void __wasm_call_ctors(void);
__attribute__((export_name("_initialize"))) void initialize(void) { __wasm_call_ctors(); }
