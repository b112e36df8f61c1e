#include "CDesktopPortal.h"

#include <dlfcn.h>
#include <errno.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <systemd/sd-bus.h>
#include <unistd.h>

#define PORTAL "org.freedesktop.portal.Desktop"
#define DESKTOP "/org/freedesktop/portal/desktop"
#define REQUEST "org.freedesktop.portal.Request"

// What is used of libsystemd.
#define FUNCTIONS(X)                                                                                                   \
    X(sd_bus_call_method)                                                                                              \
    X(sd_bus_error_free)                                                                                               \
    X(sd_bus_error_get_errno)                                                                                          \
    X(sd_bus_flush_close_unref)                                                                                        \
    X(sd_bus_get_unique_name)                                                                                          \
    X(sd_bus_match_signal)                                                                                             \
    X(sd_bus_message_read)                                                                                             \
    X(sd_bus_message_unref)                                                                                            \
    X(sd_bus_new)                                                                                                      \
    X(sd_bus_open_user)                                                                                                \
    X(sd_bus_process)                                                                                                  \
    X(sd_bus_set_address)                                                                                              \
    X(sd_bus_set_bus_client)                                                                                           \
    X(sd_bus_start)                                                                                                    \
    X(sd_bus_wait)

struct functions {
#define DECLARE(name) __typeof__(name) *name;
    FUNCTIONS(DECLARE)
};

// One question, and what became of it.
struct question {
    struct functions bus;
    bool isAnswered;
    int answer;
};

static bool load(struct functions *functions) {
    // Stays open: its functions may have left things behind in this thread.
    void *library = dlopen("libsystemd.so.0", RTLD_NOW | RTLD_LOCAL);
    if (library == NULL) return false;
#define LOOK_UP(name)                                                                                                  \
    if ((functions->name = (__typeof__(name) *)dlsym(library, #name)) == NULL) return false;
    FUNCTIONS(LOOK_UP)
    return true;
}

static int takeResponse(sd_bus_message *message, void *context, sd_bus_error *error) {
    (void)error;
    struct question *question = context;
    uint32_t response = CDesktopPortalEnded;
    int result = question->bus.sd_bus_message_read(message, "u", &response);
    question->answer = result < 0 ? result : response <= CDesktopPortalEnded ? (int)response : CDesktopPortalEnded;
    question->isAnswered = true;
    return 0;
}

// A portal that is gone answers no more.
static int takeOwner(sd_bus_message *message, void *context, sd_bus_error *error) {
    (void)error;
    struct question *question = context;
    const char *name, *old, *new;
    if (question->bus.sd_bus_message_read(message, "sss", &name, &old, &new) < 0) return 0;
    if (strcmp(name, PORTAL) == 0 && *old != '\0' && *new == '\0') {
        question->answer = CDesktopPortalEnded;
        question->isAnswered = true;
    }
    return 0;
}

static int open_bus(const struct functions *functions, const char *address, sd_bus **bus) {
    if (address == NULL) return functions->sd_bus_open_user(bus);
    int result = functions->sd_bus_new(bus);
    if (result >= 0) result = functions->sd_bus_set_address(*bus, address);
    if (result >= 0) result = functions->sd_bus_set_bus_client(*bus, 1);
    return result >= 0 ? functions->sd_bus_start(*bus) : result;
}

// Where the answer to a question will come from, which is known before it is asked: so none can be missed.
static int describe(const struct functions *functions, sd_bus *bus, char *token, char *path, size_t length) {
    static atomic_uint count;
    const char *name;
    int result = functions->sd_bus_get_unique_name(bus, &name);
    if (result < 0) return result;
    snprintf(token, length, "scanwatch_%d_%u", (int)getpid(), atomic_fetch_add(&count, 1));
    int used = snprintf(path, length, DESKTOP "/request/%s/%s", name[0] == ':' ? name + 1 : name, token);
    if (used < 0 || (size_t)used >= length) return -ENAMETOOLONG;
    for (char *place = path; *place; place++)
        if (*place == '.') *place = '_';
    return 0;
}

static int ask(struct question *question, sd_bus *bus) {
    const struct functions *functions = &question->bus;
    char token[64], path[256];
    int result = describe(functions, bus, token, path, sizeof path);
    if (result >= 0)
        result = functions->sd_bus_match_signal(bus, NULL, PORTAL, path, REQUEST, "Response", takeResponse, question);
    if (result >= 0)
        result = functions->sd_bus_match_signal(
            bus, NULL, "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", "NameOwnerChanged",
            takeOwner, question);
    if (result < 0) return result;

    sd_bus_error error = SD_BUS_ERROR_NULL;
    sd_bus_message *reply = NULL;
    result = functions->sd_bus_call_method(
        bus, PORTAL, DESKTOP, "org.freedesktop.portal.Camera", "AccessCamera", &error, &reply, "a{sv}", 1,
        "handle_token", "s", token);
    if (result < 0) {
        int number = functions->sd_bus_error_get_errno(&error);
        functions->sd_bus_error_free(&error);
        return number > 0 ? -number : result;
    }
    functions->sd_bus_message_unref(reply);

    while (!question->isAnswered) {
        result = functions->sd_bus_process(bus, NULL);
        if (result < 0) return result;
        if (result == 0 && (result = functions->sd_bus_wait(bus, UINT64_MAX)) < 0 && result != -EINTR) return result;
    }
    return question->answer;
}

int CDesktopPortalAccessCamera(const char *address) {
    struct question question = {0};
    if (!load(&question.bus)) return -ENOSYS;
    sd_bus *bus = NULL;
    int result = open_bus(&question.bus, address, &bus);
    if (result >= 0) result = ask(&question, bus);
    if (bus != NULL) question.bus.sd_bus_flush_close_unref(bus);
    return result;
}
