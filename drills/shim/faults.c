/*
 * A shim between a process and its disk, for LD_PRELOAD. It watches the files below one folder and
 *  - records every operation on them in a trace, from which a test computes what a power cut may leave (disk.ts);
 *  - lets the n-th write, sync or open fail with EIO;
 *  - lets files grow by so many bytes and then fails with ENOSPC.
 *
 * FAULTS_FOLDER   absolute path without symbolic links
 * FAULTS_TRACE    the trace is appended to this file; without it nothing is recorded
 * FAULTS_CONTROL  a file of sizeof(struct control) bytes, which the test writes while the process runs
 *
 * With a trace, fsync does not wait for the real disk: the trace says what is durable.
 * The shim never opens or closes a watched file itself: that would drop the locks of the process on it.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

enum kind { CREATE = 1, WRITE, TRUNCATE, SYNC, SYNC_FOLDER, RENAME, UNLINK, LINK };
enum fault { ON_WRITE = 1, ON_SYNC = 2, ON_OPEN = 4 };

/* One record of the trace: this, then the name, then the data. trace.ts reads it. */
struct record {
  uint32_t kind, name_length;
  uint64_t inode, offset, data_length;
};

/* The same layout as in control.ts. */
struct control {
  uint64_t faults; /* which operations count: a sum of enum fault */
  uint64_t first;  /* the first one that fails, from 1 */
  uint64_t times;  /* how many fail in a row */
  int64_t space;   /* bytes by which files may grow; negative for no limit */
  uint64_t seen;   /* operations counted so far */
  uint64_t failed; /* errors injected so far */
};

#define FD_MAX 65536
static ino_t watched[FD_MAX]; /* the inode that was opened; 0 for other files */
static char folder[PATH_MAX];
static size_t folder_length;
static int trace = -1;
static struct control none = {.space = -1}, *control = &none;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

/* The function of the C library that the shim stands in front of. */
#define REAL(name)                                          \
  ({                                                        \
    static __typeof__(&name) found;                         \
    if (!found) found = dlsym(RTLD_NEXT, #name);            \
    found;                                                  \
  })

__attribute__((constructor)) static void start(void) {
  const char *path = getenv("FAULTS_FOLDER"), *to = getenv("FAULTS_TRACE"), *by = getenv("FAULTS_CONTROL");
  if (!path) return;
  snprintf(folder, sizeof folder, "%s", path);
  if (to) trace = REAL(open)(to, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
  if (to && trace < 0) abort();
  if (by) {
    int fd = REAL(open)(by, O_RDWR | O_CLOEXEC);
    control = mmap(NULL, sizeof none, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    if (control == MAP_FAILED) abort();
    REAL(close)(fd);
  }
  folder_length = strlen(folder);
}

/* The part of the path below the folder, "" for the folder itself, NULL for any other path. */
static const char *below(const char *path) {
  static __thread char absolute[PATH_MAX * 2];
  if (!folder_length || !path) return NULL;
  if (path[0] != '/') {
    if (!getcwd(absolute, PATH_MAX)) return NULL;
    size_t length = strlen(absolute);
    snprintf(absolute + length, sizeof absolute - length, "/%s", path);
    path = absolute;
  }
  if (strncmp(path, folder, folder_length) != 0) return NULL;
  if (path[folder_length] == 0) return path + folder_length;
  return path[folder_length] == '/' ? path + folder_length + 1 : NULL;
}

static void record(enum kind kind, ino_t inode, off_t offset, const char *name, const void *data, size_t length) {
  if (trace < 0) return;
  struct record head = {kind, strlen(name), inode, offset, length};
  struct iovec parts[] = {{&head, sizeof head}, {(void *)name, head.name_length}, {(void *)data, length}};
  ssize_t size = sizeof head + head.name_length + length;
  if (REAL(writev)(trace, parts, 3) != size) abort(); /* a trace with holes would accuse the server */
}

/* libuv closes files by a system call of its own, so a number may belong to another file by now. */
static int is_watched(int fd, struct stat *status) {
  if (fd < 0 || fd >= FD_MAX || !watched[fd]) return 0;
  return fstat(fd, status) == 0 && status->st_ino == watched[fd] && (S_ISREG(status->st_mode) || S_ISDIR(status->st_mode));
}

static int refuse(int error) {
  __atomic_add_fetch(&control->failed, 1, __ATOMIC_SEQ_CST);
  errno = error;
  return -1;
}

static int fails(enum fault fault) {
  if (!(control->faults & fault)) return 0;
  uint64_t turn = __atomic_add_fetch(&control->seen, 1, __ATOMIC_SEQ_CST);
  if (turn < control->first || turn - control->first >= control->times) return 0;
  return refuse(EIO);
}

/* How many of so many bytes may be written; -1 if none. A full disk still takes writes that do not grow the file. */
static ssize_t fitting(off_t offset, size_t length, off_t size) {
  off_t growth = offset + (off_t)length - size;
  if (control->space < 0 || growth <= 0) return length;
  if (growth > (off_t)length) growth = length;
  int64_t space = control->space, given = growth < space ? growth : space;
  __atomic_sub_fetch(&control->space, given, __ATOMIC_SEQ_CST);
  if (given == growth) return length;
  ssize_t rest = length - growth + given;
  return rest > 0 ? rest : refuse(ENOSPC);
}

/* Writes at the offset, or at the file's own position if it is negative. */
static ssize_t write_watched(int fd, const void *data, size_t length, off_t offset, const struct stat *status) {
  if (fails(ON_WRITE)) return -1;
  pthread_mutex_lock(&lock);
  off_t at = offset;
  if (at < 0) at = fcntl(fd, F_GETFL) & O_APPEND ? status->st_size : lseek(fd, 0, SEEK_CUR);
  ssize_t written = fitting(at, length, status->st_size);
  if (written >= 0) written = offset < 0 ? REAL(write)(fd, data, written) : REAL(pwrite64)(fd, data, written, offset);
  if (written > 0) record(WRITE, status->st_ino, at, "", data, written);
  pthread_mutex_unlock(&lock);
  return written;
}

ssize_t write(int fd, const void *data, size_t length) {
  struct stat status;
  return is_watched(fd, &status) ? write_watched(fd, data, length, -1, &status) : REAL(write)(fd, data, length);
}

ssize_t pwrite64(int fd, const void *data, size_t length, off64_t offset) {
  struct stat status;
  if (!is_watched(fd, &status)) return REAL(pwrite64)(fd, data, length, offset);
  return write_watched(fd, data, length, offset, &status);
}

ssize_t pwrite(int fd, const void *data, size_t length, off_t offset) {
  return pwrite64(fd, data, length, offset);
}

/* May write less than was asked for, as the real ones do: callers go on with the rest. */
ssize_t writev(int fd, const struct iovec *parts, int count) {
  struct stat status;
  if (!is_watched(fd, &status) || count < 1) return REAL(writev)(fd, parts, count);
  return write_watched(fd, parts[0].iov_base, parts[0].iov_len, -1, &status);
}

ssize_t pwritev64(int fd, const struct iovec *parts, int count, off64_t offset) {
  struct stat status;
  if (!is_watched(fd, &status) || count < 1) return REAL(pwritev64)(fd, parts, count, offset);
  return write_watched(fd, parts[0].iov_base, parts[0].iov_len, offset, &status);
}

ssize_t pwritev(int fd, const struct iovec *parts, int count, off_t offset) {
  return pwritev64(fd, parts, count, offset);
}

int ftruncate64(int fd, off64_t size) {
  struct stat status;
  if (!is_watched(fd, &status)) return REAL(ftruncate64)(fd, size);
  if (fails(ON_WRITE)) return -1;
  pthread_mutex_lock(&lock);
  int result = REAL(ftruncate64)(fd, size);
  if (result == 0) record(TRUNCATE, status.st_ino, size, "", NULL, 0);
  pthread_mutex_unlock(&lock);
  return result;
}

int ftruncate(int fd, off_t size) {
  return ftruncate64(fd, size);
}

static int sync_watched(int fd, const struct stat *status) {
  char link[40], path[PATH_MAX];
  if (fails(ON_SYNC)) return -1;
  if (trace < 0) return REAL(fsync)(fd);
  snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  ssize_t length = readlink(link, path, sizeof path - 1);
  if (length < 0) abort();
  path[length] = 0;
  const char *name = below(path);
  pthread_mutex_lock(&lock);
  if (S_ISDIR(status->st_mode)) record(SYNC_FOLDER, 0, 0, name ? name : "", NULL, 0);
  else record(SYNC, status->st_ino, 0, "", NULL, 0);
  pthread_mutex_unlock(&lock);
  return 0;
}

int fsync(int fd) {
  struct stat status;
  return is_watched(fd, &status) ? sync_watched(fd, &status) : REAL(fsync)(fd);
}

int fdatasync(int fd) {
  struct stat status;
  return is_watched(fd, &status) ? sync_watched(fd, &status) : REAL(fdatasync)(fd);
}

static int open_watched(int at, const char *path, const char *name, int flags, mode_t mode) {
  struct stat before, after;
  if (fails(ON_OPEN)) return -1;
  pthread_mutex_lock(&lock);
  int was_there = stat(path, &before) == 0;
  if (!was_there && flags & O_CREAT && control->space == 0) {
    pthread_mutex_unlock(&lock);
    return refuse(ENOSPC);
  }
  int fd = REAL(openat64)(at, path, flags, mode);
  if (fd >= 0 && fd < FD_MAX && fstat(fd, &after) == 0) {
    watched[fd] = after.st_ino;
    if (!was_there) record(CREATE, after.st_ino, 0, name, NULL, 0);
    else if (flags & O_TRUNC && before.st_size > 0) record(TRUNCATE, after.st_ino, 0, "", NULL, 0);
  }
  pthread_mutex_unlock(&lock);
  return fd;
}

static int open_any(int at, const char *path, int flags, mode_t mode) {
  const char *name = at == AT_FDCWD || path[0] == '/' ? below(path) : NULL;
  if (name) return open_watched(at, path, name, flags, mode);
  int fd = REAL(openat64)(at, path, flags, mode);
  if (fd >= 0 && fd < FD_MAX) watched[fd] = 0;
  return fd;
}

/* The mode follows the flags only in a call that may create a file. */
#define OPEN_AT(at)                                                   \
  {                                                                   \
    mode_t mode = 0;                                                  \
    va_list rest;                                                     \
    va_start(rest, flags);                                            \
    if (flags & (O_CREAT | __O_TMPFILE)) mode = va_arg(rest, mode_t); \
    va_end(rest);                                                     \
    return open_any(at, path, flags, mode);                           \
  }

int open(const char *path, int flags, ...) OPEN_AT(AT_FDCWD)
int open64(const char *path, int flags, ...) OPEN_AT(AT_FDCWD)
int openat(int at, const char *path, int flags, ...) OPEN_AT(at)
int openat64(int at, const char *path, int flags, ...) OPEN_AT(at)

int close(int fd) {
  if (fd >= 0 && fd < FD_MAX) watched[fd] = 0;
  return REAL(close)(fd);
}

/* Changes of names: the operation, then its record, with no other in between. */
#define NAMED(kind, name, call)                             \
  ({                                                        \
    pthread_mutex_lock(&lock);                              \
    int result = call;                                      \
    if (result == 0) record(kind, 0, 0, name, NULL, 0);     \
    pthread_mutex_unlock(&lock);                            \
    result;                                                 \
  })

/* Both names in one text. A name outside of the folder is empty: the file comes from elsewhere, or leaves. */
static const char *both(const char *from, const char *to) {
  static __thread char names[PATH_MAX * 2];
  const char *first = below(from);
  int length = snprintf(names, PATH_MAX, "%s", first ? first : "");
  const char *second = below(to);
  snprintf(names + length, PATH_MAX, "|%s", second ? second : "");
  return length == 0 && !second ? NULL : names;
}

int rename(const char *from, const char *to) {
  const char *names = both(from, to);
  return names ? NAMED(RENAME, names, REAL(rename)(from, to)) : REAL(rename)(from, to);
}

int link(const char *from, const char *to) {
  const char *names = both(from, to);
  return names ? NAMED(LINK, names, REAL(link)(from, to)) : REAL(link)(from, to);
}

int unlink(const char *path) {
  const char *name = below(path);
  return name ? NAMED(UNLINK, name, REAL(unlink)(path)) : REAL(unlink)(path);
}

int remove(const char *path) {
  const char *name = below(path);
  return name ? NAMED(UNLINK, name, REAL(remove)(path)) : REAL(remove)(path);
}

int unlinkat(int at, const char *path, int flags) {
  const char *name = at == AT_FDCWD || path[0] == '/' ? below(path) : NULL;
  return name ? NAMED(UNLINK, name, REAL(unlinkat)(at, path, flags)) : REAL(unlinkat)(at, path, flags);
}
