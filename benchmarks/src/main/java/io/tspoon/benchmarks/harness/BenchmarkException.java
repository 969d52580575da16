/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.benchmarks.harness;

/** A benchmark did not run as it must, or its result is wrong; there are no figures to show. */
public final class BenchmarkException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public BenchmarkException(String message) {
        super(message);
    }

    public BenchmarkException(String message, Throwable cause) {
        super(message, cause);
    }
}
