/*
 * A power cut for one folder. Preloaded into a process, it keeps in POWERCUT_DISK a copy of what each file of
 * POWERCUT_FOLDER would be after the power is gone: only what was synced. At the POWERCUT_AFTER-th write it cuts the
 * power: of the writes that were not synced each survives with a chance of POWERCUT_KEEP percent (a disk may have
 * written some of them, in any order), and the process ends at once.
 *
 * The -shm file is memory shared between processes, not data on a disk, and is left out.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <unistd.h>

enum { MAX_FILES = 4096, MAX_PENDING = 1 << 16 };

struct pending {
  int fd;
  off_t offset;
  size_t length; /* 0: the file was truncated to offset */
};

static char *path_of[MAX_FILES];
static struct pending pending[MAX_PENDING];
static int pending_count;
static long writes_left = -1;

static int (*real_open)(const char *, int, ...);
static int (*real_close)(int);
static ssize_t (*real_pwrite)(int, const void *, size_t, off_t);
static ssize_t (*real_write)(int, const void *, size_t);
static int (*real_fsync)(int);
static int (*real_fdatasync)(int);
static int (*real_ftruncate)(int, off_t);
static int (*real_unlink)(const char *);

static void *next(const char *name) { return dlsym(RTLD_NEXT, name); }

__attribute__((constructor)) static void load(void) {
  real_open = next("open64");
  real_close = next("close");
  real_pwrite = next("pwrite64");
  real_write = next("write");
  real_fsync = next("fsync");
  real_fdatasync = next("fdatasync");
  real_ftruncate = next("ftruncate64");
  real_unlink = next("unlink");
  const char *after = getenv("POWERCUT_AFTER");
  const char *seed = getenv("POWERCUT_SEED");
  if (after) writes_left = atol(after);
  if (seed) srand((unsigned)atol(seed));
}

/* The file's place in POWERCUT_DISK, or NULL when it is not a file of the folder. */
static char *disk_path(const char *path) {
  const char *folder = getenv("POWERCUT_FOLDER");
  const char *disk = getenv("POWERCUT_DISK");
  if (!folder || !disk || !path || strncmp(path, folder, strlen(folder)) != 0) return NULL;
  const char *name = path + strlen(folder);
  size_t length = strlen(name);
  if (name[0] != '/' || strchr(name + 1, '/') || (length > 4 && strcmp(name + length - 4, "-shm") == 0)) return NULL;
  char *copy = malloc(strlen(disk) + length + 1);
  strcpy(copy, disk);
  strcat(copy, name);
  return copy;
}

static int is_tracked(int fd) { return fd >= 0 && fd < MAX_FILES && path_of[fd]; }

/* Carries one change over to the disk, as the file is now. */
static void settle(struct pending *change) {
  int disk = real_open(path_of[change->fd], O_WRONLY | O_CREAT, 0644);
  if (disk < 0) return;
  if (change->length == 0) {
    real_ftruncate(disk, change->offset);
  } else {
    char *data = malloc(change->length);
    ssize_t length = pread(change->fd, data, change->length, change->offset);
    if (length > 0) real_pwrite(disk, data, (size_t)length, change->offset);
    free(data);
  }
  real_close(disk);
}

static void cut_power(void) {
  const char *keep = getenv("POWERCUT_KEEP");
  int percent = keep ? atoi(keep) : 0;
  for (int at = 0; at < pending_count; at += 1) {
    if (rand() % 100 < percent) settle(&pending[at]);
  }
  _exit(99);
}

static void note(int fd, off_t offset, size_t length) {
  if (pending_count == MAX_PENDING) _exit(98);
  pending[pending_count++] = (struct pending){fd, offset, length};
  if (writes_left > 0 && --writes_left == 0) cut_power();
}

static void sync_file(int fd) {
  int kept = 0;
  for (int at = 0; at < pending_count; at += 1) {
    if (strcmp(path_of[pending[at].fd], path_of[fd]) == 0) settle(&pending[at]);
    else pending[kept++] = pending[at];
  }
  pending_count = kept;
}

static int track(int fd, const char *path) {
  if (fd >= 0 && fd < MAX_FILES) path_of[fd] = disk_path(path);
  return fd;
}

/* As the system's; files on the disk that loses power are tracked from here. */
int open(const char *path, int flags, ...) {
  va_list arguments;
  va_start(arguments, flags);
  mode_t mode = (flags & (O_CREAT | O_TMPFILE)) ? va_arg(arguments, mode_t) : 0;
  va_end(arguments);
  return track(real_open(path, flags, mode), path);
}

/* The same under the name of large files. */
int open64(const char *path, int flags, ...) {
  va_list arguments;
  va_start(arguments, flags);
  mode_t mode = (flags & (O_CREAT | O_TMPFILE)) ? va_arg(arguments, mode_t) : 0;
  va_end(arguments);
  return track(real_open(path, flags, mode), path);
}

/* As the system's, except for a file with unsynced writes. */
int close(int fd) {
  if (is_tracked(fd)) {
    for (int at = 0; at < pending_count; at += 1) {
      if (pending[at].fd == fd) return 0; /* kept open: its unsynced writes are still to be lost or kept */
    }
    path_of[fd] = NULL;
  }
  return real_close(fd);
}

/* Written at once for the process and noted as not yet on the disk. */
ssize_t pwrite64(int fd, const void *data, size_t length, off_t offset) {
  ssize_t written = real_pwrite(fd, data, length, offset);
  if (written > 0 && is_tracked(fd)) note(fd, offset, (size_t)written);
  return written;
}

/* The same under the name of small files. */
ssize_t pwrite(int fd, const void *data, size_t length, off_t offset) { return pwrite64(fd, data, length, offset); }

/* The same at the file's own position. */
ssize_t write(int fd, const void *data, size_t length) {
  off_t offset = is_tracked(fd) ? lseek(fd, 0, SEEK_CUR) : 0;
  ssize_t written = real_write(fd, data, length);
  if (written > 0 && is_tracked(fd)) note(fd, offset, (size_t)written);
  return written;
}

/* Everything noted about the file reaches the disk. */
int fsync(int fd) {
  int result = real_fsync(fd);
  if (result == 0 && is_tracked(fd)) sync_file(fd);
  return result;
}

/* The same: the double keeps no dates. */
int fdatasync(int fd) {
  int result = real_fdatasync(fd);
  if (result == 0 && is_tracked(fd)) sync_file(fd);
  return result;
}

/* A new length is unsynced too; it is noted as a write of nothing at the end. */
int ftruncate64(int fd, off_t length) {
  int result = real_ftruncate(fd, length);
  if (result == 0 && is_tracked(fd)) note(fd, length, 0);
  return result;
}

/* The same under the name of small files. */
int ftruncate(int fd, off_t length) { return ftruncate64(fd, length); }

/* The file leaves the disk at once: directories lose nothing here. */
int unlink(const char *path) {
  char *disk = disk_path(path);
  if (disk) {
    real_unlink(disk);
    free(disk);
  }
  return real_unlink(path);
}
