/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;

import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

import static java.util.Map.entry;
import static org.assertj.core.api.Assertions.assertThat;

/**
 * Which package of the runtime uses which other one. A new arrow is a decision, and has to be added
 * here; an arrow that nobody needs any more has to go.
 */
@AnalyzeClasses(packages = "io.tspoon", importOptions = MainClasses.class)
class RuntimeArrowsTest {
    private static final String RUNTIME = "io.tspoon.runtime.";

    private static final Map<String, Set<String>> ALLOWED =
            Map.ofEntries(
                    // what operators have to know, and what travels
                    entry("timer", Set.of()),
                    entry("batch", Set.of()),
                    entry("plan", Set.of("batch", "exchange", "timer")),
                    entry("exchange", Set.of()),
                    entry("entrance", Set.of("plan")),
                    entry("result", Set.of("plan")),
                    entry("transport", Set.of()),
                    entry("log", Set.of("batch", "plan", "transport")),
                    entry("read", Set.of("plan")),
                    entry("feedback", Set.of("batch", "exchange", "log", "plan")),
                    entry("pipeline", Set.of("exchange", "plan", "transport")),
                    entry("shape", Set.of("pipeline", "plan", "timer")),
                    // the rooms of the stateful operator; only the operator knows all of them
                    entry("state.cache", Set.of("plan", "shape", "transport")),
                    entry("state.keyed", Set.of("plan", "shape", "state.cache")),
                    entry(
                            "state.access",
                            Set.of(
                                    "pipeline",
                                    "plan",
                                    "shape",
                                    "state.cache",
                                    "state.index",
                                    "transport")),
                    entry(
                            "state.chain",
                            Set.of(
                                    "exchange",
                                    "pipeline",
                                    "plan",
                                    "shape",
                                    "state.cache",
                                    "transport")),
                    entry("state.index", Set.of("state.cache")),
                    entry(
                            "state.read",
                            Set.of("plan", "read", "shape", "state.cache", "state.index")),
                    entry(
                            "state",
                            Set.of(
                                    "plan",
                                    "shape",
                                    "state.access",
                                    "state.cache",
                                    "state.chain",
                                    "state.index",
                                    "state.keyed",
                                    "state.read",
                                    "timer",
                                    "transport")),
                    // a coordinator, whose halves know nothing of each other
                    entry(
                            "open",
                            Set.of(
                                    "batch",
                                    "call",
                                    "feedback",
                                    "log",
                                    "pipeline",
                                    "plan",
                                    "read",
                                    "timer",
                                    "transport")),
                    entry("call", Set.of("log", "plan", "result")),
                    entry("load", Set.of("plan", "transport")),
                    entry(
                            "close",
                            Set.of(
                                    "batch",
                                    "exchange",
                                    "feedback",
                                    "log",
                                    "pipeline",
                                    "plan",
                                    "shape",
                                    "transport")));

    @ArchTest
    void arrowsAreThoseThatAreAllowed(JavaClasses classes) {
        assertThat(used(classes)).isEqualTo(ALLOWED);
    }

    /** The packages of the runtime, each with those that it uses. */
    static Map<String, Set<String>> used(JavaClasses classes) {
        Map<String, Set<String>> used = new TreeMap<>();
        for (JavaClass type : classes) {
            if (type.getPackageName().startsWith(RUNTIME)) {
                Set<String> targets = used.computeIfAbsent(room(type), any -> new TreeSet<>());
                for (Dependency dependency : type.getDirectDependenciesFromSelf()) {
                    JavaClass target = dependency.getTargetClass().getBaseComponentType();
                    if (target.getPackageName().startsWith(RUNTIME)
                            && !target.getPackageName().equals(type.getPackageName())) {
                        targets.add(room(target));
                    }
                }
            }
        }
        return used;
    }

    private static String room(JavaClass type) {
        return type.getPackageName().substring(RUNTIME.length());
    }
}
