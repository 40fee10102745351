// Functions that Swift, expat and the C library expect from an operating system. With the functions in host.c, the module imports
// only a clock.
#include <stddef.h>
#include <string.h>

// Seed for hashing, which is constant because the module has no random numbers. No frame depends on the seed.
void arc4random_buf(void *buffer, size_t size) { memset(buffer, 0x5A, size); }

char *getenv(const char *name) { return (void)name, NULL; }
_Noreturn void abort(void) { __builtin_trap(); }
_Noreturn void __assert_fail(const char *what, const char *file, int line, const char *function) {
  (void)what, (void)file, (void)line, (void)function;
  __builtin_trap();
}
int putchar(int character) { return character; }

// The page calls the module many times, so that no destructors may run after a call as they would after a program.
void __wasm_call_dtors(void) {}
void __wasm_call_ctors(void);
__attribute__((export_name("_initialize"))) void initialize(void) { __wasm_call_ctors(); }
