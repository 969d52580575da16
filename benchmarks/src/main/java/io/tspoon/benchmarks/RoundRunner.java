/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.benchmarks;

import io.tspoon.benchmarks.measure.Configuration;
import io.tspoon.benchmarks.measure.Round;
import io.tspoon.benchmarks.measure.RoundSettings;

/** Runs one configuration for one round, somewhere. */
@FunctionalInterface
interface RoundRunner {
    Round run(Configuration configuration, RoundSettings settings) throws Exception;

    /**
     * Runs rounds in this JVM. Its compiled code is shaped by whatever ran before, so figures of
     * several configurations do not compare well.
     */
    static RoundRunner inProcess() {
        return (configuration, settings) -> configuration.subject().run(configuration, settings);
    }
}
