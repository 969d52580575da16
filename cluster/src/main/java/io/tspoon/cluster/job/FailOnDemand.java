/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.cluster.job;

import org.apache.flink.api.common.functions.MapFunction;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Fails once each time that somebody creates a file, which it deletes. */
final class FailOnDemand implements MapFunction<Long, Long> {
    private static final long serialVersionUID = 1L;

    private final String file;

    FailOnDemand(String file) {
        this.file = file;
    }

    /** A class of the job's own: whoever keeps the failure keeps the job's classes. */
    static final class DemandedException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        DemandedException() {
            super("Cannot go on: somebody demands a failure");
        }
    }

    @Override
    public Long map(Long number) throws IOException {
        if (Files.deleteIfExists(Path.of(file))) {
            throw new DemandedException();
        }
        return number;
    }
}
