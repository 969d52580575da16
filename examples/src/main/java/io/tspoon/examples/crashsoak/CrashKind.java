/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.crashsoak;

import java.util.Locale;

/** Where, or how, the job crashes. */
enum CrashKind {
    /** The source throws. */
    SOURCE(Trigger.ELEMENT),
    /** A stateless function of the t-graph throws. */
    MAP(Trigger.ELEMENT),
    /** The function that accesses the state throws while its write is tentative. */
    ACCESS(Trigger.ELEMENT),
    /** A result has left the t-graph, but the observer has not seen it. */
    RESULT(Trigger.ELEMENT),
    /** The observer has seen a result, but it is not in the sink. */
    OBSERVED(Trigger.ELEMENT),
    /** Outcomes are decided, but not in the log. */
    BEFORE_LOG(Trigger.LOG),
    /** Outcomes are in the log, but nobody has been told. */
    LOGGED(Trigger.LOG),
    /** A checkpoint is being taken. */
    SNAPSHOT(Trigger.CHECKPOINT),
    /** A checkpoint is complete, but not all tasks have been told. */
    CHECKPOINT_COMPLETE(Trigger.CHECKPOINT),
    /** A function of the t-graph is being opened in a recovery. */
    RECOVERY_OPEN(Trigger.RECOVERY),
    /** The state after the t-graph is being restored in a recovery. */
    RECOVERY_RESTORE(Trigger.RECOVERY),
    /** The log is being opened to be read in a recovery. */
    RECOVERY_READ(Trigger.REPLAY),
    /** The transactions in the log are being repeated in a recovery. */
    RECOVERY_REPLAY(Trigger.REPLAY),
    /** A TaskManager is stopped and another one is started. */
    TASK_MANAGER(Trigger.DRIVER),
    /** The process is killed while it runs the job. */
    KILLED_RUNNING(Trigger.KILL),
    /** The process is killed when the job has just restarted. */
    KILLED_RECOVERING(Trigger.KILL),
    /** The process is killed while it starts. */
    KILLED_STARTING(Trigger.KILL);

    /** What triggers a crash of this kind. */
    enum Trigger {
        /** A task, at an element. */
        ELEMENT,
        /** The log of a coordinator, at a flush. */
        LOG,
        /** A task, at a checkpoint. */
        CHECKPOINT,
        /** A task, while it starts after another crash. */
        RECOVERY,
        /** A task that reads the log, while it starts after another crash. */
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
