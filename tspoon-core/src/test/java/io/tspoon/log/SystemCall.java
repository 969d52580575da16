/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.log;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a thread has asked of the kernel, with success, as {@code strace -f -y} tells it.
 *
 * @param name of the call
 * @param arguments as in the trace: {@code 5</tmp/a>, "text", 4}
 * @param begun line of the trace in which the call begins
 * @param ended line in which it is over; between the two are those of other threads
 */
record SystemCall(String name, String arguments, int begun, int ended) {
    private static final Pattern WHOLE = Pattern.compile("(\\d+) +(\\w+)\\((.*)\\) += \\d+.*");
    private static final Pattern BEGINNING =
            Pattern.compile("(\\d+) +(\\w+)\\((.*) <unfinished \\.\\.\\.>");
    private static final Pattern END =
            Pattern.compile("(\\d+) +<\\.\\.\\. \\w+ resumed>(.*)\\) += \\d+.*");

    private static final Pattern FILE = Pattern.compile("\\d+<([^>]*)>.*");
    private static final Pattern TEXT = Pattern.compile("[^\"]*\"([^\"]*)\".*");

    /** The calls of a trace in the order of their ends. */
    static List<SystemCall> read(Path trace) throws IOException {
        List<SystemCall> calls = new ArrayList<>();
        Map<String, SystemCall> underWay = new HashMap<>();
        List<String> lines = Files.readAllLines(trace);
        for (int i = 0; i < lines.size(); i++) {
            Matcher whole = WHOLE.matcher(lines.get(i));
            Matcher beginning = BEGINNING.matcher(lines.get(i));
            Matcher end = END.matcher(lines.get(i));
            if (beginning.matches()) {
                underWay.put(
                        beginning.group(1),
                        new SystemCall(beginning.group(2), beginning.group(3), i, i));
            } else if (end.matches()) {
                SystemCall call = underWay.remove(end.group(1));
                if (call != null) {
                    String arguments = call.arguments + end.group(2);
                    calls.add(new SystemCall(call.name, arguments, call.begun, i));
                }
            } else if (whole.matches()) {
                calls.add(new SystemCall(whole.group(2), whole.group(3), i, i));
            }
        }
        return calls;
    }

    /** The file that is its first argument, or that it names. */
    String path() {
        Matcher file = FILE.matcher(arguments);
        return file.matches() ? file.group(1) : text();
    }

    /** Of a name, or of what is written, the beginning. */
    String text() {
        Matcher text = TEXT.matcher(arguments);
        return text.matches() ? text.group(1) : "";
    }

    boolean isSync() {
        return name.equals("fsync") || name.equals("fdatasync");
    }

    /** Whether it is over before the other one begins. */
    boolean isBefore(SystemCall other) {
        return ended < other.begun;
    }
}
