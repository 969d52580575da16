/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.rocksdb;

import org.apache.flink.annotation.Internal;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.GlobalConfiguration;
import org.apache.flink.configuration.IllegalConfigurationException;
import org.apache.flink.core.fs.FileSystem;
import org.apache.flink.core.plugin.PluginUtils;
import org.apache.flink.runtime.state.KeyGroupRange;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The command {@code tspoon-kept fetch}: fills a directory with the files of a checkpoint before
 * its TaskManager starts. It runs with nothing but the jars of a Flink installation and of the job,
 * so that an init container has the image of the job.
 *
 * <p>Exit code 0: the files are there; 1: they could not be fetched; 2: wrong options.
 */
@Internal
public final class KeptTool {
    private static final String CHECKPOINT = "--checkpoint";
    private static final String INTO = "--into";
    private static final String KEY_GROUPS = "--key-groups";
    private static final List<String> NAMES = List.of(CHECKPOINT, INTO, KEY_GROUPS);
    private static final Pattern RANGE = Pattern.compile("(\\d{1,5})-(\\d{1,5})");
    private static final String USAGE =
            String.join(
                    System.lineSeparator(),
                    "Usage: tspoon-kept fetch --checkpoint URI --into DIR [--key-groups A-B]",
                    "Fills a directory with files of RocksDB before its TaskManager starts.",
                    "  --checkpoint URI   a checkpoint, such as s3://bucket/job/chk-17, or a job's",
                    "                     directory of checkpoints, of which the newest is taken",
                    "  --into DIR         state.backend.rocksdb.localdir of the TaskManager",
                    "  --key-groups A-B   only of instances with key groups from A to B");

    private KeptTool() {}

    /** Reads Flink's configuration and plugins where Flink itself does. */
    public static void main(String[] args) {
        System.exit(run(utf8(FileDescriptor.out), utf8(FileDescriptor.err), args));
    }

    /** Whatever the locale: paths may contain any character. */
    private static PrintStream utf8(FileDescriptor to) {
        return new PrintStream(new FileOutputStream(to), true, StandardCharsets.UTF_8);
    }

    /**
     * Runs a command line with other outputs.
     *
     * @return the exit code
     */
    static int run(PrintStream out, PrintStream err, String... args) {
        List<String> given = List.of(args);
        if (given.contains("--help") || given.contains("-h")) {
            out.println(USAGE);
            return 0;
        }
        try {
            Options options = Options.of(given);
            initializeFileSystems();
            out.println(options.fetch().line());
            return 0;
        } catch (WrongUse e) {
            err.println(e.getMessage());
            err.println(USAGE);
            return 2;
        } catch (IllegalConfigurationException | UncheckedIOException e) {
            err.println("[TSP-2359] Cannot fetch files: Flink cannot be set up, cause=" + e);
            return 1;
        } catch (IOException e) {
            err.println(e.getMessage() == null ? e.toString() : e.getMessage());
            for (Throwable cause = e.getCause(); cause != null; cause = cause.getCause()) {
                err.println("  caused by " + cause);
            }
            return 1;
        }
    }

    private static void initializeFileSystems() {
        boolean isInstalled = System.getenv("FLINK_CONF_DIR") != null;
        Configuration configuration =
                isInstalled ? GlobalConfiguration.loadConfiguration() : new Configuration();
        FileSystem.initialize(
                configuration, PluginUtils.createPluginManagerFromRootFolder(configuration));
    }

    /** The command line is wrong; the usage is shown, so the message needs no code. */
    private static final class WrongUse extends RuntimeException {
        private static final long serialVersionUID = 1L;

        WrongUse(String message) {
            super(message);
        }
    }

    /** What was asked for. */
    private record Options(String checkpoint, Path into, KeyGroupRange keyGroups) {
        static Options of(List<String> args) {
            if (args.isEmpty() || !args.get(0).equals("fetch")) {
                throw new WrongUse("Wrong command: " + args);
            }
            Map<String, String> values = values(args.subList(1, args.size()));
            String range = values.getOrDefault(KEY_GROUPS, "0-" + (Short.MAX_VALUE - 1));
            return new Options(
                    required(values, CHECKPOINT), into(required(values, INTO)), range(range));
        }

        private static Path into(String text) {
            try {
                return Path.of(text);
            } catch (InvalidPathException e) {
                throw new WrongUse("Wrong directory: " + e.getMessage());
            }
        }

        private static Map<String, String> values(List<String> args) {
            Map<String, String> values = new HashMap<>();
            Iterator<String> each =
                    args.stream()
                            .flatMap(arg -> Arrays.stream(arg.split("=", isName(arg) ? 2 : 1)))
                            .iterator();
            while (each.hasNext()) {
                String name = each.next();
                if (!NAMES.contains(name) || !each.hasNext()) {
                    throw new WrongUse("Wrong option: " + name);
                }
                values.put(name, each.next());
            }
            return values;
        }

        private static boolean isName(String arg) {
            return arg.startsWith("--");
        }

        private static String required(Map<String, String> values, String name) {
            String value = values.get(name);
            if (value == null) {
                throw new WrongUse("Missing option: " + name);
            }
            return value;
        }

        private static KeyGroupRange range(String text) {
            Matcher found = RANGE.matcher(text);
            if (!found.matches()) {
                throw new WrongUse("Wrong key groups: " + text);
            }
            int first = Integer.parseInt(found.group(1));
            int last = Integer.parseInt(found.group(2));
            if (first > last) {
                throw new WrongUse("Wrong key groups, there are none: " + text);
            }
            return KeyGroupRange.of(first, last);
        }

        FetchedFiles fetch() throws IOException {
            return FetchedFiles.fetch(checkpoint, into, keyGroups);
        }
    }
}
