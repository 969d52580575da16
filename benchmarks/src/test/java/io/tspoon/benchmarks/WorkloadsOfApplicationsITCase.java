/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.benchmarks;

import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.io.IOException;
import java.nio.file.Path;

/** Short runs of the applications, as {@link WorkloadsITCase} has them of the bank. */
class WorkloadsOfApplicationsITCase {
    @TempDir private Path directory;

    @ParameterizedTest
    @CsvSource({
        "B-GS, 'plain-reads50,tb-pl3-reads50,lb-pl3-reads50'",
        "B-SL, 'serial-skew60,tb-pl3-skew60,lb-pl3-skew60'",
        "B-OB, 'serial,lb-pl3'",
        "B-TP, 'tb-pl3,lb-pl3,tb-pl3-same-key,lb-pl3-same-key'",
        "C, 'serial,tb-pl4,lb-pl4'",
        "F, 'serial,lb-pl4,tb-pl4,tb-pl4-partition'"
    })
    void measuresAndVerifies(String workload, String configurations) throws IOException {
        ShortRun.isMeasuredAndVerified(directory, workload, configurations);
    }
}
