/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.crashsoak;

import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.core.LoggerContext;
import org.apache.logging.log4j.core.appender.FileAppender;
import org.apache.logging.log4j.core.config.Configuration;
import org.apache.logging.log4j.core.config.LoggerConfig;
import org.apache.logging.log4j.core.layout.PatternLayout;
import org.apache.logging.log4j.core.selector.BasicContextSelector;

import java.nio.file.Path;

/** Sends Flink's log, which is long if tasks crash, to a file. */
final class FlinkLog {
    private static final String PATTERN = "%d{HH:mm:ss.SSS} %-5p %c{1} - %m%n";

    /**
     * By default each class loader has its own logging context, and Flink's RPC system has its own
     * class loader.
     */
    private static final String SELECTOR = "log4j2.contextSelector";

    private FlinkLog() {}

    /**
     * Sends the log of this process to the file instead. To be called before anything is logged.
     */
    static void to(Path file) {
        System.setProperty(SELECTOR, BasicContextSelector.class.getName());
        LoggerContext context = (LoggerContext) LogManager.getContext(false);
        Configuration configuration = context.getConfiguration();
        FileAppender appender =
                FileAppender.newBuilder()
                        .setName("crash-soak")
                        .withFileName(file.toString())
                        .setLayout(PatternLayout.newBuilder().withPattern(PATTERN).build())
                        .setConfiguration(configuration)
                        .build();
        appender.start();
        LoggerConfig root = configuration.getRootLogger();
        root.getAppenders().keySet().forEach(root::removeAppender);
        root.addAppender(appender, null, null);
        context.updateLoggers();
    }
}
