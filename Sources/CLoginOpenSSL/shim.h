// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <openssl/bn.h>
#include <openssl/core_names.h>
#include <openssl/ec.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <openssl/rsa.h>
#include <openssl/x509.h>

// Swift imports neither macros that look like functions nor variadic functions: these are both.

static inline EVP_PKEY *login_generate_p256(void) {
    return EVP_EC_gen("P-256");
}

static inline EVP_PKEY *login_generate_rsa(unsigned int bits) {
    return EVP_RSA_gen(bits);
}

static inline int login_BN_num_bytes(const BIGNUM *number) {
    return BN_num_bytes(number);
}
