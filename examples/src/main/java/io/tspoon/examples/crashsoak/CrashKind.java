/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.crashsoak;

import java.util.Locale;

/** Where, or how, the job crashes. */
enum CrashKind {
    /** The source throws. */
    SOURCE(Trigger.ELEMENT),
    /** A stateless function of the t-graph throws. */
    MAP(Trigger.ELEMENT),
    /** The function that accesses the state throws, its write being tentative. */
    ACCESS(Trigger.ELEMENT),
    /** A result has left the t-graph, and nobody has seen it. */
    RESULT(Trigger.ELEMENT),
    /** A result has been seen, and is not in the sink. */
    OBSERVED(Trigger.ELEMENT),
    /** Outcomes are decided, and not in the log. */
    BEFORE_LOG(Trigger.LOG),
    /** Outcomes are in the log, and nobody has heard of them. */
    LOGGED(Trigger.LOG),
    /** While a checkpoint is taken. */
    SNAPSHOT(Trigger.CHECKPOINT),
    /** When a checkpoint is complete, before everybody knows. */
    CHECKPOINT_COMPLETE(Trigger.CHECKPOINT),
    /** While a function of the t-graph is opened in a recovery. */
    RECOVERY_OPEN(Trigger.RECOVERY),
    /** While the state after the t-graph is restored in a recovery. */
    RECOVERY_RESTORE(Trigger.RECOVERY),
    /** When the log is opened to be read in a recovery. */
    RECOVERY_READ(Trigger.REPLAY),
    /** While what is in the log is repeated in a recovery. */
    RECOVERY_REPLAY(Trigger.REPLAY),
    /** A TaskManager goes, and another one comes. */
    TASK_MANAGER(Trigger.DRIVER),
    /** The process is killed while it runs the job. */
    KILLED_RUNNING(Trigger.KILL),
    /** The process is killed when the job has just begun again. */
    KILLED_RECOVERING(Trigger.KILL),
    /** The process is killed while it starts. */
    KILLED_STARTING(Trigger.KILL);

    /** What makes a crash of the kind happen. */
    enum Trigger {
        /** A task, at some element. */
        ELEMENT,
        /** The log of a coordinator, at some flush. */
        LOG,
        /** A task, at some checkpoint. */
        CHECKPOINT,
        /** A task, while it begins after another crash. */
        RECOVERY,
        /** A task that reads the log, while it begins after another crash. */
        REPLAY,
        /** The program that runs the cluster. */
        DRIVER,
        /** The program that runs the process. */
        KILL
    }

    private final Trigger trigger;

    CrashKind(Trigger trigger) {
        this.trigger = trigger;
    }

    Trigger trigger() {
        return trigger;
    }

    String words() {
        return name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }
}
