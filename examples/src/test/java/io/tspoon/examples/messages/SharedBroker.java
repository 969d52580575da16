/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.messages;

import io.tspoon.log.kafka.BrokerProcess;

import java.nio.file.Files;
import java.nio.file.Path;

/** One broker for all tests of this process, started when the first one needs it. */
public final class SharedBroker {
    private static BrokerProcess broker;

    private SharedBroker() {}

    /** The broker, in a process of its own, which ends with this one. */
    public static synchronized BrokerProcess get() throws Exception {
        if (broker == null) {
            Path directory = Path.of("target", "broker").toAbsolutePath();
            Files.createDirectories(directory);
            broker = new BrokerProcess(Files.createTempDirectory(directory, "run"));
        }
        return broker;
    }
}
