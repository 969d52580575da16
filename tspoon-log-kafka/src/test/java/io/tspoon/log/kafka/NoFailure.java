/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.log.kafka;

import io.tspoon.log.LogFailure;

import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * For writers that must not fail: fails the test that has it told, when that is over. Writers tell
 * it on threads of their own, where nobody would notice an exception.
 */
final class NoFailure implements LogFailure, AfterEachCallback {
    private final Queue<Throwable> failures = new ConcurrentLinkedQueue<>();

    @Override
    public void failed(Throwable cause) {
        failures.add(cause);
    }

    @Override
    public void afterEach(ExtensionContext context) {
        check();
    }

    void check() {
        if (!failures.isEmpty()) {
            throw new AssertionError("A log has failed, failures=" + failures, failures.peek());
        }
    }
}
