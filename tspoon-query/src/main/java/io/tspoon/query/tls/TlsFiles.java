/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.tls;

import org.apache.flink.annotation.Internal;
import org.jspecify.annotations.Nullable;

import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;

import java.io.IOException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;

/**
 * Certificates and keys in PKCS12 or JKS files.
 *
 * @param keyStore own certificate and private key; null for a client without a certificate
 * @param keyStorePassword password of the key store and its key
 * @param trustStore trusted certificates; null for the authorities that the JDK trusts
 * @param trustStorePassword password of the trust store
 */
@Internal
public record TlsFiles(
        @Nullable Path keyStore,
        String keyStorePassword,
        @Nullable Path trustStore,
        String trustStorePassword) {
    /**
     * Reads the files.
     *
     * @throws IllegalArgumentException if a file cannot be read; the message names it
     */
    public SSLContext context() {
        try {
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(keyManagers(), trustManagers(), null);
            return context;
        } catch (GeneralSecurityException e) {
            throw new IllegalArgumentException(
                    "[TSP-4402] Cannot set up TLS: " + e.getMessage(), e);
        }
    }

    private KeyManager @Nullable [] keyManagers() throws GeneralSecurityException {
        if (keyStore == null) {
            return null;
        }
        KeyManagerFactory keys =
                KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        keys.init(load(keyStore, keyStorePassword), keyStorePassword.toCharArray());
        return keys.getKeyManagers();
    }

    private TrustManager @Nullable [] trustManagers() throws GeneralSecurityException {
        if (trustStore == null) {
            return null;
        }
        TrustManagerFactory trust =
                TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(load(trustStore, trustStorePassword));
        return trust.getTrustManagers();
    }

    private static KeyStore load(Path file, String password) throws GeneralSecurityException {
        try {
            return KeyStore.getInstance(file.toFile(), password.toCharArray());
        } catch (IOException | GeneralSecurityException | IllegalArgumentException e) {
            throw new IllegalArgumentException(
                    "[TSP-4403] Cannot read key store: "
                            + e.getMessage()
                            + ", file="
                            + file
                            + ". Name a PKCS12 or JKS file and its password.",
                    e);
        }
    }

    /** Leaves out the passwords. */
    @Override
    public String toString() {
        return "TlsFiles[keyStore=" + keyStore + ", trustStore=" + trustStore + "]";
    }
}
