/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.benchmarks;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * The processors on which a process may run, as Linux lists them: {@code 0-3,8}. In a container the
 * first one need not be 0.
 */
record AllowedProcessors(String list) {
    private static final Path STATUS = Path.of("/proc/self/status");
    private static final String LINE = "Cpus_allowed_list:";

    /** Those of this process; all from 0 on if the system does not say. */
    static AllowedProcessors ofThisProcess() throws IOException {
        int last = Runtime.getRuntime().availableProcessors() - 1;
        if (!Files.exists(STATUS)) {
            return new AllowedProcessors("0-" + last);
        }
        return new AllowedProcessors(
                Files.readAllLines(STATUS).stream()
                        .filter(line -> line.startsWith(LINE))
                        .map(line -> line.substring(LINE.length()).strip())
                        .findFirst()
                        .orElse("0-" + last));
    }

    /** The numbers of the first ones, with commas between them. */
    String first(int count) {
        return numbers().limit(count).mapToObj(Integer::toString).collect(Collectors.joining(","));
    }

    private IntStream numbers() {
        return Arrays.stream(list.split(",", -1))
                .flatMapToInt(
                        range -> {
                            String[] ends = range.split("-", -1);
                            return IntStream.rangeClosed(
                                    Integer.parseInt(ends[0]),
                                    Integer.parseInt(ends[ends.length - 1]));
                        });
    }
}
