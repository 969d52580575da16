/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.log.kafka;

import org.apache.flink.util.FileUtils;
import org.apache.kafka.clients.admin.Admin;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

import java.nio.file.Files;
import java.nio.file.Path;

/** A broker for all tests that do not kill it, from the first of them to the last. */
final class SharedBroker implements BeforeAllCallback {
    private BrokerProcess process;

    @Override
    public void beforeAll(ExtensionContext context) {
        ExtensionContext.Store store =
                context.getRoot().getStore(ExtensionContext.Namespace.create(SharedBroker.class));
        process = store.getOrComputeIfAbsent("broker", key -> new Kept(), Kept.class).process;
    }

    String bootstrapServers() {
        return process.bootstrapServers();
    }

    Admin admin() {
        return process.admin();
    }

    /** Is closed when all tests are over. */
    private static final class Kept implements AutoCloseable {
        private final Path directory;
        private final BrokerProcess process;

        Kept() {
            try {
                directory = Files.createTempDirectory("broker-");
                process = new BrokerProcess(directory);
            } catch (Exception e) {
                throw new IllegalStateException("Cannot start broker", e);
            }
        }

        @Override
        public void close() throws Exception {
            process.close();
            FileUtils.deleteDirectory(directory.toFile());
        }
    }
}
