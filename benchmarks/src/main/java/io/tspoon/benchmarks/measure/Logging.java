/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.benchmarks.measure;

/** Whether transactions have a key, and whether their outcomes are logged. */
public enum Logging {
    /** Neither: what all workloads but those of the log measure. */
    NONE(false, false),
    /** A key, but no log: what a log is compared with. */
    OFF(true, false),
    /** A key and a log. */
    BY_KEY(true, true),
    /** A log that recognizes input by its content. */
    BY_CONTENT(false, true);

    private final boolean keyed;
    private final boolean logged;

    Logging(boolean keyed, boolean logged) {
        this.keyed = keyed;
        this.logged = logged;
    }

    /** Whether transactions have a key. */
    public boolean isKeyed() {
        return keyed;
    }

    /** Whether outcomes are logged. */
    public boolean isLogged() {
        return logged;
    }
}
