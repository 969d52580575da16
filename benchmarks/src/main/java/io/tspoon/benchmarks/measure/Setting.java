/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.benchmarks.measure;

/** A part of the settings that not every subject goes by. */
public enum Setting {
    SECONDS("--seconds"),
    WARM_UP("--warm-up"),
    PARALLELISM("--parallelism"),
    SUSTAINABLE("--sustainable"),
    RECORDING("--jfr"),
    STORAGE_RATE("--storage-rate");

    private final String option;

    Setting(String option) {
        this.option = option;
    }

    /** How it is said on the command line. */
    public String option() {
        return option;
    }
}
