/*
 * Faults of a machine, for one process: loaded by LD_PRELOAD, it stands before the C library's clock, sync and unlink.
 * A test changes the faults while the process runs, through a page of memory that both map (struct faults below, which
 * Faults.java writes). Where MAYFLY_SYNCED names a file, nothing is synced: each sync appends the file's inode and the
 * length that a loss of power would leave of it.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

struct faults {
    volatile int64_t clock_nanos;  /* by which the wall clock is off */
    volatile int64_t clock_ppm;    /* by which it runs fast, since clock_from */
    volatile int64_t clock_from;   /* nanoseconds since the epoch, of the true clock */
    volatile int64_t sync_errno;   /* of every sync; 0 lets them be */
    volatile int64_t syncs_failed; /* how many did */
};

static struct faults none;
static struct faults *faults = &none;
static int synced = -1;
static int (*true_gettime)(clockid_t, struct timespec *);
static int (*true_fsync)(int);
static int (*true_fdatasync)(int);
static int (*true_unlink)(const char *);

__attribute__((constructor)) static void attach(void) {
    true_gettime = dlsym(RTLD_NEXT, "clock_gettime");
    true_fsync = dlsym(RTLD_NEXT, "fsync");
    true_fdatasync = dlsym(RTLD_NEXT, "fdatasync");
    true_unlink = dlsym(RTLD_NEXT, "unlink");
    const char *path = getenv("MAYFLY_FAULTS");
    int fd = path ? open(path, O_RDWR | O_CLOEXEC) : -1;
    if (fd >= 0) {
        void *page = mmap(NULL, sizeof(struct faults), PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
        if (page != MAP_FAILED) {
            faults = page;
        }
        close(fd);
    }
    path = getenv("MAYFLY_SYNCED");
    if (path) {
        synced = open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0600);
    }
}

int clock_gettime(clockid_t id, struct timespec *time) {
    int result = true_gettime ? true_gettime(id, time) : (int)syscall(SYS_clock_gettime, id, time);
    if (result == 0 && (id == CLOCK_REALTIME || id == CLOCK_REALTIME_COARSE)) {
        int64_t nanos = (int64_t)time->tv_sec * 1000000000 + time->tv_nsec;
        int64_t off = faults->clock_nanos;
        if (faults->clock_ppm) {
            off += (nanos - faults->clock_from) / 1000 * faults->clock_ppm / 1000;
        }
        if (off) {
            nanos += off;
            time->tv_sec = nanos / 1000000000;
            time->tv_nsec = nanos % 1000000000;
        }
    }
    return result;
}

int gettimeofday(struct timeval *restrict time, void *restrict zone) {
    (void)zone;
    struct timespec now;
    int result = clock_gettime(CLOCK_REALTIME, &now);
    time->tv_sec = now.tv_sec;
    time->tv_usec = now.tv_nsec / 1000;
    return result;
}

time_t time(time_t *into) {
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    if (into) {
        *into = now.tv_sec;
    }
    return now.tv_sec;
}

static void keep(ino_t inode, off_t length) {
    char line[64];
    int size = snprintf(line, sizeof line, "%llu %lld\n", (unsigned long long)inode, (long long)length);
    if (write(synced, line, (size_t)size) != size) {
        abort();
    }
}

static int sync_by(int (*true_sync)(int), int fd) {
    int error = (int)faults->sync_errno;
    if (error) {
        __sync_fetch_and_add(&faults->syncs_failed, 1);
        errno = error;
        return -1;
    }
    struct stat file;
    if (synced < 0) {
        return true_sync(fd);
    }
    if (fstat(fd, &file) != 0) {
        return -1;
    }
    keep(file.st_ino, file.st_size);
    return 0;
}

int fsync(int fd) {
    return sync_by(true_fsync, fd);
}

int fdatasync(int fd) {
    return sync_by(true_fdatasync, fd);
}

/* The inode of a file that is gone may be the next one's. */
int unlink(const char *path) {
    struct stat file;
    if (synced >= 0 && lstat(path, &file) == 0) {
        keep(file.st_ino, 0);
    }
    return true_unlink(path);
}
