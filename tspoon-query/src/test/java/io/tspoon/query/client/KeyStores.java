/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.client;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

import static org.assertj.core.api.Assertions.assertThat;

/** Makes key stores with the JDK's keytool. */
final class KeyStores {
    static final String PASSWORD = "changeit";

    private KeyStores() {}

    /** A key and its own certificate, for the loopback address. */
    static Path identity(Path directory, String name) throws Exception {
        Path store = directory.resolve(name + ".p12");
        keytool(
                store,
                "-genkeypair",
                "-alias",
                name,
                "-keyalg",
                "EC",
                "-dname",
                "CN=" + name,
                "-ext",
                "SAN=IP:127.0.0.1,DNS:localhost",
                "-validity",
                "2");
        return store;
    }

    /** The certificate of another store, to be trusted. */
    static Path trust(Path identity, String name) throws Exception {
        Path certificate = identity.resolveSibling(name + ".pem");
        keytool(identity, "-exportcert", "-rfc", "-alias", name, "-file", certificate.toString());
        Path store = identity.resolveSibling(name + "-trust.p12");
        keytool(store, "-importcert", "-noprompt", "-alias", name, "-file", certificate.toString());
        return store;
    }

    private static void keytool(Path store, String... arguments)
            throws IOException, InterruptedException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "keytool").toString());
        command.addAll(List.of(arguments));
        command.addAll(
                List.of(
                        "-keystore",
                        store.toString(),
                        "-storetype",
                        "PKCS12",
                        "-storepass",
                        PASSWORD));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(said).isZero();
    }
}
