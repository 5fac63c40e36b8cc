// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <microhttpd.h>
#include <string.h>

// Starting a daemon and asking about a connection are variadic in C, which Swift cannot call.

typedef struct {
    unsigned int thread_count;
    unsigned int connection_limit;
    size_t connection_memory;
    const char *certificate; // PEM; NULL for plain HTTP
    const char *private_key; // PEM
    void *context;           // handed to every function below
    void *(*request_began)(void *context, const char *target, struct MHD_Connection *connection);
    size_t (*unescape)(void *context, struct MHD_Connection *connection, char *text);
    MHD_AccessHandlerCallback request_advanced;
    MHD_RequestCompletedCallback request_ended;
    MHD_NotifyConnectionCallback connection_changed;
} login_mhd_settings;

static inline struct MHD_Daemon *login_mhd_start(const login_mhd_settings *settings) {
    unsigned int flags = MHD_USE_EPOLL_INTERNAL_THREAD | MHD_USE_NO_LISTEN_SOCKET | MHD_ALLOW_SUSPEND_RESUME | MHD_USE_ITC;
    struct MHD_OptionItem tls[] = {
        {MHD_OPTION_HTTPS_MEM_CERT, 0, (void *)settings->certificate},
        {MHD_OPTION_HTTPS_MEM_KEY, 0, (void *)settings->private_key},
        {MHD_OPTION_HTTPS_PRIORITIES, 0, (void *)"NORMAL:-VERS-ALL:+VERS-TLS1.3:+VERS-TLS1.2"},
        {MHD_OPTION_END, 0, NULL},
    };
    struct MHD_OptionItem threads[] = {
        {MHD_OPTION_THREAD_POOL_SIZE, (intptr_t)settings->thread_count, NULL},
        {MHD_OPTION_END, 0, NULL},
    };
    struct MHD_OptionItem none[] = {{MHD_OPTION_END, 0, NULL}};
    if (settings->certificate) flags |= MHD_USE_TLS;
    return MHD_start_daemon(
        flags, 0, NULL, NULL, settings->request_advanced, settings->context,
        MHD_OPTION_CONNECTION_LIMIT, settings->connection_limit,
        MHD_OPTION_CONNECTION_MEMORY_LIMIT, settings->connection_memory,
        MHD_OPTION_STRICT_FOR_CLIENT, 0, // what it would refuse, we refuse with a document of our own
        MHD_OPTION_URI_LOG_CALLBACK, settings->request_began, settings->context,
        MHD_OPTION_UNESCAPE_CALLBACK, settings->unescape, settings->context,
        MHD_OPTION_NOTIFY_COMPLETED, settings->request_ended, settings->context,
        MHD_OPTION_NOTIFY_CONNECTION, settings->connection_changed, settings->context,
        MHD_OPTION_ARRAY, settings->certificate ? tls : none,
        MHD_OPTION_ARRAY, settings->thread_count > 1 ? threads : none, // a pool of one is refused
        MHD_OPTION_END);
}

static inline int login_mhd_socket(struct MHD_Connection *connection) {
    return MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD)->connect_fd;
}

static inline const struct sockaddr *login_mhd_peer(struct MHD_Connection *connection) {
    return MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CLIENT_ADDRESS)->client_addr;
}

static inline void *login_mhd_context(struct MHD_Connection *connection) {
    return MHD_get_connection_info(connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT)->socket_context;
}

// The library makes a record of every cookie and of every argument of the query, out of the memory that the head needs,
// and nobody looks at them. It takes the first Cookie field only, so an empty one in front hides the rest, and it reads
// the arguments after the callback for the target, which may have ended the query by then.

static inline enum MHD_Result login_mhd_hide_cookies(struct MHD_Connection *connection) {
    return MHD_set_connection_value(connection, MHD_HEADER_KIND, "Cookie", "");
}

static inline void login_mhd_hide_arguments(const char *target) {
    char *mark = strchr((char *)target, '?');
    if (mark && mark[1]) mark[1] = 0;
}

static inline size_t login_mhd_head_size(struct MHD_Connection *connection) {
    return MHD_get_connection_info(connection, MHD_CONNECTION_INFO_REQUEST_HEADER_SIZE)->header_size;
}
