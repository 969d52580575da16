/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.log;

import org.apache.logging.log4j.Level;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.core.LogEvent;
import org.apache.logging.log4j.core.Logger;
import org.apache.logging.log4j.core.appender.AbstractAppender;
import org.apache.logging.log4j.core.config.Configurator;
import org.apache.logging.log4j.core.config.Property;

import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/** What a class, or the process, tells in Flink's log, as text, until this is closed. */
public final class LoggedMessages implements AutoCloseable {
    private final Logger logger;
    private final Level before;
    private final Messages messages = new Messages();

    /** What the process tells from now on. */
    public LoggedMessages() {
        this((Logger) LogManager.getRootLogger());
    }

    /** What a class tells from now on. */
    public LoggedMessages(Class<?> type) {
        this((Logger) LogManager.getLogger(type));
    }

    /** What a logger tells from now on that is set to a level. */
    public LoggedMessages(String name, Level level) {
        this((Logger) LogManager.getLogger(name));
        Configurator.setLevel(name, level);
    }

    private LoggedMessages(Logger logger) {
        this.logger = logger;
        before = logger.getLevel();
        messages.start();
        logger.addAppender(messages);
    }

    /** What was told up to now. */
    public List<String> all() {
        return List.copyOf(messages.all);
    }

    @Override
    public void close() {
        logger.removeAppender(messages);
        messages.stop();
        if (logger.getLevel() != before) {
            Configurator.setLevel(logger.getName(), before);
        }
    }

    private static final class Messages extends AbstractAppender {
        private final Queue<String> all = new ConcurrentLinkedQueue<>();

        Messages() {
            super("messages", null, null, true, Property.EMPTY_ARRAY);
        }

        @Override
        public void append(LogEvent event) {
            all.add(event.getMessage().getFormattedMessage());
        }
    }
}
