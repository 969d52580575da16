/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon;

import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

/** Who may import whom inside the core; {@code package-info.java} of each package gives reasons. */
@AnalyzeClasses(packages = "io.tspoon", importOptions = MainClasses.class)
class LayeringTest {

    @ArchTest
    static final ArchRule protocolKnowsNeitherFlinkNorTheOperators =
            noClasses()
                    .that()
                    .resideInAPackage("io.tspoon.protocol..")
                    .should()
                    .dependOnClassesThat(
                            resideInAnyPackage(
                                            "org.apache.flink..",
                                            "io.tspoon.runtime..",
                                            "io.tspoon.flink..")
                                    .and(not(resideInAPackage("org.apache.flink.annotation"))))
                    .allowEmptyShould(true);

    @ArchTest
    static final ArchRule valuesKnowNoEngine =
            noClasses()
                    .that()
                    .resideInAPackage("io.tspoon.transaction..")
                    .should()
                    .dependOnClassesThat()
                    .resideInAnyPackage(
                            "io.tspoon.protocol..", "io.tspoon.runtime..", "io.tspoon.flink..")
                    .allowEmptyShould(true);

    @ArchTest
    static final ArchRule logsKnowNoEngine =
            noClasses()
                    .that()
                    .resideInAPackage("io.tspoon.log..")
                    .should()
                    .dependOnClassesThat()
                    .resideInAnyPackage(
                            "io.tspoon.protocol..",
                            "io.tspoon.runtime..",
                            "io.tspoon.flink",
                            "io.tspoon.flink.directory..",
                            "io.tspoon.flink.operator..")
                    .allowEmptyShould(true);

    /** The regimes put them together. */
    @ArchTest
    static final ArchRule roomsOfTheProtocolKnowNothingOfEachOther =
            slices().matching("io.tspoon.protocol.(*)")
                    .should()
                    .notDependOnEachOther()
                    .ignoreDependency(
                            resideInAPackage("io.tspoon.protocol.regime"),
                            resideInAPackage("io.tspoon.protocol.."));

    @ArchTest
    static final ArchRule packagesHaveNoCycles =
            slices().matching("io.tspoon.(**)").should().beFreeOfCycles().allowEmptyShould(true);
}
