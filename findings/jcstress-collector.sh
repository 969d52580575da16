#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Runs a jcstress test whose one outcome is forbidden, from a program whose JVM was started with a collector.
#
# Library: jcstress 0.16 on JDK 17
# Behaviour: jcstress hands the arguments of its own JVM on to those that it starts. If -jvmArgs names another collector,
#   none of them starts: nothing is run, and run() returns as after a success. With the first collector taken back the
#   test runs, and run() throws.
# Matters: a build that sets a collector for all tests has a stress test that can never fail. Demand a report of each
#   test.
# Output seen:
#   -XX:+UseSerialGC: returns, reports 0
#   -XX:-UseG1GC -XX:+UseSerialGC: throws, reports 1
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/lib.bash"

mkdir -p sources
cat >sources/Forbidden.java <<'JAVA'
package stress;

import org.openjdk.jcstress.annotations.*;
import org.openjdk.jcstress.infra.results.I_Result;

@JCStressTest
@State
@Outcome(id = "1", expect = Expect.FORBIDDEN, desc = "This is what happens.")
public class Forbidden {
    @Actor
    public void one() {}

    @Actor
    public void other(I_Result result) {
        result.r1 = 1;
    }
}
JAVA
cat >sources/Run.java <<'JAVA'
package stress;

import org.openjdk.jcstress.JCStress;
import org.openjdk.jcstress.Options;
import java.io.File;

public class Run {
    public static void main(String[] args) throws Exception {
        int number = 0;
        for (String collector : new String[] {"-XX:+UseSerialGC", "-XX:-UseG1GC -XX:+UseSerialGC"}) {
            String reports = "reports-" + number++ + "/";
            var options = new Options(new String[] {"-t", "Forbidden", "-r", reports, "-f", "1", "-fsm", "1", "-iters", "1",
                    "-time", "100", "-sc", "false", "-jvmArgs", collector});
            options.parse();
            String result = "returns";
            try {
                new JCStress(options).run();
            } catch (Throwable e) {
                result = "throws";
            }
            File report = new File(reports, "stress.Forbidden.html");
            System.out.println("seen " + collector + ": " + result + ", reports " + (report.exists() ? 1 : 0));
        }
    }
}
JAVA

packages jcstress org.openjdk.jcstress:jcstress-core:0.16
java=${JAVA_HOME:+$JAVA_HOME/bin/}
mkdir classes
libraries=$(printf '%s:' "$PWD"/jcstress/*.jar)
"${java}javac" -nowarn -processorpath "$libraries" -cp "$libraries" -d classes sources/*.java 2>>"$errors"
timeout 600 "${java}java" -Xmx1g -XX:+UseG1GC -cp "$PWD/classes:$libraries" stress.Run 2>>"$errors" | sed -n 's/^seen //p' | as_seen
