#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Explores the interleavings of two threads that the explored block starts itself; a check in one of them fails.
#
# Library: Lincheck 3.7 (runConcurrentTest) on JDK 17
# Behaviour: what a started thread throws is printed, and the test passes. Only what the block's own thread throws fails
#   it.
# Matters: a check inside a thread can never fail, so a race in a log or a queue stays unseen. Keep what threads throw, and
#   throw it in the block after joining them.
# Output seen:
#   thrown in a started thread: passes
#   thrown after the join: fails
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/lib.bash"

cat >Explored.java <<'JAVA'
import org.jetbrains.lincheck.Lincheck;

public class Explored {
    private static int balance;

    public static void main(String[] args) {
        report("thrown in a started thread", () -> together(Explored::depositAndCheck, Explored::deposit));
        report("thrown after the join", () -> {
            together(Explored::deposit, Explored::deposit);
            check();
        });
    }

    static void report(String name, Runnable block) {
        String result;
        try {
            Lincheck.runConcurrentTest(100, () -> {
                balance = 0;
                block.run();
            });
            result = "passes";
        } catch (Throwable e) {
            result = "fails";
        }
        System.out.println(name + ": " + result);
    }

    static void deposit() {
        balance = balance + 1;
    }

    static void depositAndCheck() {
        deposit();
        throw new AssertionError("a check that fails in each interleaving");
    }

    static void check() {
        if (balance != 2) {
            throw new AssertionError("a deposit is lost");
        }
    }

    static void together(Runnable... actions) {
        Thread[] threads = new Thread[actions.length];
        for (int i = 0; i < actions.length; i++) {
            threads[i] = new Thread(actions[i]);
            threads[i].start();
        }
        for (Thread thread : threads) {
            try {
                thread.join();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }
    }
}
JAVA

packages lincheck org.jetbrains.lincheck:lincheck:3.7
java=${JAVA_HOME:+$JAVA_HOME/bin/}
"${java}javac" -nowarn -proc:none -cp "lincheck/*" -d classes Explored.java 2>>"$errors"
timeout 300 "${java}java" -Xmx1g --add-opens=java.base/jdk.internal.misc=ALL-UNNAMED \
    --add-exports=java.base/jdk.internal.util=ALL-UNNAMED --add-exports=java.base/sun.security.action=ALL-UNNAMED \
    -cp "classes:lincheck/*" Explored 2>>"$errors" | grep -E '^thrown' | as_seen
