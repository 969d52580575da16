/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.benchmarks;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaCodeUnit;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import org.apache.flink.annotation.Internal;
import org.apache.flink.annotation.PublicEvolving;

import java.util.stream.Stream;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.core.domain.properties.CanBeAnnotated.Predicates.annotatedWith;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

/**
 * What users may rely on is marked (ADR 0032): releases are compared by these marks, so a type
 * without one would not be compared.
 */
@AnalyzeClasses(packages = "io.tspoon", importOptions = LayeringTest.MainClasses.class)
class StabilityTest {
    private static final String[] NOT_SHIPPED = {
        "io.tspoon.benchmarks..", "io.tspoon.cluster..", "io.tspoon.examples.."
    };

    private static final DescribedPredicate<JavaClass> PROMISED =
            describe("promised to users", type -> type.isAnnotatedWith(PublicEvolving.class));

    private static final DescribedPredicate<JavaClass> PART_OF_PROMISED =
            describe(
                    "parts of types that are promised to users",
                    type -> type.getEnclosingClass().filter(PROMISED).isPresent());

    @ArchTest
    static final ArchRule publicTypesAreMarked =
            classes()
                    .that()
                    .arePublic()
                    .and()
                    .areTopLevelClasses()
                    .and()
                    .resideOutsideOfPackages(NOT_SHIPPED)
                    .should()
                    .beAnnotatedWith(PublicEvolving.class)
                    .orShould()
                    .beAnnotatedWith(Internal.class);

    @ArchTest
    static final ArchRule noTypeIsPromisedAndInternal =
            noClasses()
                    .that(annotatedWith(Internal.class))
                    .should()
                    .beAnnotatedWith(PublicEvolving.class);

    /** The comparison of releases looks at the mark of each class file. */
    @ArchTest
    static final ArchRule partsOfPromisedTypesArePromised =
            classes()
                    .that(PART_OF_PROMISED)
                    .and()
                    .arePublic()
                    .should()
                    .beAnnotatedWith(PublicEvolving.class);

    @ArchTest
    static final ArchRule promisedTypesNameOnlyPromisedTypes =
            classes().that(PROMISED).should(nameOnlyPromisedTypes());

    private static ArchCondition<JavaClass> nameOnlyPromisedTypes() {
        return new ArchCondition<>("name only promised types in what users may call") {
            @Override
            public void check(JavaClass type, ConditionEvents events) {
                type.getCodeUnits().stream()
                        .filter(StabilityTest::isCalledByUsers)
                        .flatMap(StabilityTest::unpromised)
                        .forEach(told -> events.add(SimpleConditionEvent.violated(type, told)));
            }
        };
    }

    private static boolean isCalledByUsers(JavaCodeUnit unit) {
        boolean isGenerated = unit.getModifiers().contains(JavaModifier.SYNTHETIC);
        return !isGenerated
                && !unit.isAnnotatedWith(Internal.class)
                && (unit.getModifiers().contains(JavaModifier.PUBLIC)
                        || unit.getModifiers().contains(JavaModifier.PROTECTED));
    }

    private static Stream<String> unpromised(JavaCodeUnit unit) {
        return Stream.concat(
                        Stream.of(unit.getRawReturnType()), unit.getRawParameterTypes().stream())
                .map(JavaClass::getBaseComponentType)
                .filter(type -> type.getPackageName().startsWith("io.tspoon."))
                .filter(type -> !PROMISED.test(type))
                .map(type -> unit.getFullName() + " names " + type.getName());
    }
}
