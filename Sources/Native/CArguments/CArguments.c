#include "CArguments.h"

static char *none[] = {0};
static char **words = none;
static int count;

// The C library gives these to all constructors, as to main.
__attribute__((constructor)) static void keep(int argument_count, char **arguments) {
    count = argument_count;
    words = arguments;
}

int CArgumentsCount(void) { return count; }

char **CArgumentsWords(void) { return words; }
