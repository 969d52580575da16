/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.history;

/** A failure that the settings ask for; the job restarts from its last checkpoint. */
final class InjectedFailure extends RuntimeException {
    private static final long serialVersionUID = 1L;

    InjectedFailure() {
        super("Failure as asked for by --fail-every");
    }
}
