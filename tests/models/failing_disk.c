/* A disk that takes what is written to a journal, but from some moment on cannot force it down any more. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int forced;

static int fails(int file) {
    char link[64], path[512];
    snprintf(link, sizeof link, "/proc/self/fd/%d", file);
    ssize_t length = readlink(link, path, sizeof path - 1);
    const char *from = getenv("FAILS_FROM");
    if (length < 0 || !from) return 0;
    path[length] = 0;
    return strstr(path, "journal.db") && __sync_add_and_fetch(&forced, 1) >= atoi(from);
}

static int force(const char *name, int file) {
    if (fails(file)) {
        errno = EIO;
        return -1;
    }
    return ((int (*)(int))dlsym(RTLD_NEXT, name))(file);
}

int fsync(int file) { return force("fsync", file); }
int fdatasync(int file) { return force("fdatasync", file); }
