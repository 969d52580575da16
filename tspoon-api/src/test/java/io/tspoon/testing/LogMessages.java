/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.testing;

import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.core.LogEvent;
import org.apache.logging.log4j.core.Logger;
import org.apache.logging.log4j.core.appender.AbstractAppender;
import org.apache.logging.log4j.core.config.Property;

import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/** What the process logs from when a test listens until it closes this. */
public final class LogMessages implements AutoCloseable {
    private static final Logger LOGGER = (Logger) LogManager.getRootLogger();

    private final Appender appender = new Appender();

    /** Begins to listen. */
    public void listen() {
        appender.start();
        LOGGER.addAppender(appender);
    }

    /** All messages up to now, as text. */
    public List<String> all() {
        return List.copyOf(appender.all);
    }

    @Override
    public void close() {
        LOGGER.removeAppender(appender);
        appender.stop();
    }

    private static final class Appender extends AbstractAppender {
        private final Queue<String> all = new ConcurrentLinkedQueue<>();

        Appender() {
            super("messages", null, null, true, Property.EMPTY_ARRAY);
        }

        @Override
        public void append(LogEvent event) {
            all.add(event.getMessage().getFormattedMessage());
        }
    }
}
