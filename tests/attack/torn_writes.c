/* Kills its process inside a chosen write to MLflow's database: half of the bytes are out. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static long seen, deadly;

long torn_writes(void) { return seen; }
void tear_write(long number) { seen = 0; deadly = number; }

static int comes_to_an_end(const char *path) {
    return strstr(path, "mlflow.db") && ++seen == deadly;
}

static int ends_with(int file) {
    char link[64], path[4096];
    snprintf(link, sizeof link, "/proc/self/fd/%d", file);
    ssize_t length = readlink(link, path, sizeof path - 1);
    if (length < 0) return 0;
    path[length] = 0;
    return comes_to_an_end(path);
}

ssize_t pwrite64(int file, const void *bytes, size_t count, off64_t place) {
    ssize_t (*real)(int, const void *, size_t, off64_t) = dlsym(RTLD_NEXT, "pwrite64");
    if (ends_with(file)) {
        real(file, bytes, count / 2, place);
        kill(getpid(), SIGKILL);
    }
    return real(file, bytes, count, place);
}

int unlink(const char *path) {
    int (*real)(const char *) = dlsym(RTLD_NEXT, "unlink");
    if (comes_to_an_end(path)) kill(getpid(), SIGKILL);
    return real(path);
}
