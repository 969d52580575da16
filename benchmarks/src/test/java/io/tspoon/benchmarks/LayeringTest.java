/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.benchmarks;

import io.tspoon.transaction.ConcurrencyControl;
import io.tspoon.transaction.IsolationLevel;

import com.fasterxml.jackson.databind.JsonNode;
import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaMethodCall;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.core.importer.Location;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import org.apache.flink.annotation.Internal;
import org.apache.flink.api.common.functions.InvalidTypesException;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.types.Row;

import java.util.Set;
import java.util.concurrent.CompletableFuture;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.base.DescribedPredicate.doNot;
import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.belongToAnyOf;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.equivalentTo;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.simpleName;
import static com.tngtech.archunit.core.domain.properties.CanBeAnnotated.Predicates.annotatedWith;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noMethods;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

/**
 * Who may import whom, over all modules; {@code package-info.java} of each package gives reasons.
 * The rules stand in this module because it is the only one that sees all others.
 */
@AnalyzeClasses(packages = "io.tspoon", importOptions = LayeringTest.MainClasses.class)
class LayeringTest {

    private static final DescribedPredicate<JavaClass> FLINK_CLASS =
            resideInAPackage("org.apache.flink..");

    /** Says what users may rely on, and nothing else. */
    private static final DescribedPredicate<JavaClass> STABILITY_MARK =
            resideInAPackage("org.apache.flink.annotation");

    /** With the exception that its factories throw, which is in a package of functions. */
    private static final DescribedPredicate<JavaClass> TYPE_INFORMATION =
            resideInAnyPackage(
                            "org.apache.flink.annotation..",
                            "org.apache.flink.api.common.typeinfo..",
                            "org.apache.flink.api.common.typeutils..")
                    .or(equivalentTo(InvalidTypesException.class));

    private static final Set<String> TIMED =
            Set.of("orTimeout", "completeOnTimeout", "delayedExecutor");

    private static final DescribedPredicate<JavaMethodCall> TIMER_OF_THE_JDK =
            describe(
                    "the JDK's timer does the rest",
                    call ->
                            call.getTargetOwner().isAssignableTo(CompletableFuture.class)
                                    && TIMED.contains(call.getName()));

    private static final DescribedPredicate<JavaMethodCall> FIELD_BY_NAME =
            describe(
                    "a field of JSON is named",
                    call ->
                            call.getTargetOwner().isAssignableTo(JsonNode.class)
                                    && call.getTarget().getRawParameterTypes().stream()
                                            .anyMatch(type -> type.isEquivalentTo(String.class)));

    @ArchTest
    static final ArchRule protocolKnowsNeitherFlinkNorTheOperators =
            noClasses()
                    .that()
                    .resideInAPackage("io.tspoon.protocol..")
                    .should()
                    .dependOnClassesThat(
                            FLINK_CLASS
                                    .and(not(STABILITY_MARK))
                                    .or(
                                            insideTspoonBut(
                                                    "io.tspoon.protocol..",
                                                    "io.tspoon.transaction..")))
                    .allowEmptyShould(true);

    /** What the settings mean is decided in one place; all others get objects (ADR 0030). */
    @ArchTest
    static final ArchRule onlyRegimesLookAtTheSettings =
            noClasses()
                    .that()
                    .resideInAnyPackage("io.tspoon.protocol..", "io.tspoon.runtime..")
                    .and()
                    .resideOutsideOfPackages("io.tspoon.protocol.regime", "io.tspoon.runtime.plan")
                    .should()
                    .dependOnClassesThat(
                            belongToAnyOf(IsolationLevel.class, ConcurrencyControl.class));

    /** What a fragment is, all others say and ask in words (ADR 0031). */
    @ArchTest
    static final ArchRule onlyTransportKnowsTheBitsOfAKind =
            classes().that().haveSimpleName("FragmentKind").should().bePackagePrivate();

    @ArchTest
    static final ArchRule noKindLeavesTransport =
            noMethods()
                    .that()
                    .areDeclaredInClassesThat()
                    .resideInAPackage("io.tspoon.runtime.transport")
                    .and()
                    .haveNameMatching("kind|addKind")
                    .should()
                    .bePublic();

    @ArchTest
    static final ArchRule valuesKnowOnlyTypeInformation =
            noClasses()
                    .that()
                    .resideInAPackage("io.tspoon.transaction..")
                    .should()
                    .dependOnClassesThat(
                            insideTspoonBut("io.tspoon.transaction..")
                                    .or(FLINK_CLASS.and(not(TYPE_INFORMATION))))
                    .allowEmptyShould(true);

    @ArchTest
    static final ArchRule logsKnowOnlyValues =
            noClasses()
                    .that()
                    .resideInAPackage("io.tspoon.log..")
                    .should()
                    .dependOnClassesThat(
                            insideTspoonBut(
                                    "io.tspoon.log..",
                                    "io.tspoon.transaction..",
                                    "io.tspoon.flink.files.."))
                    .allowEmptyShould(true);

    @ArchTest
    static final ArchRule hadoopIsUsedInOnePlace =
            noClasses()
                    .that()
                    .resideOutsideOfPackage("io.tspoon.flink.files..")
                    .should()
                    .dependOnClassesThat()
                    .resideInAPackage("org.apache.hadoop..")
                    .allowEmptyShould(true);

    @ArchTest
    static final ArchRule readersKnowOnlyValues =
            noClasses()
                    .that()
                    .resideInAPackage("io.tspoon.read..")
                    .should()
                    .dependOnClassesThat(
                            insideTspoonBut(
                                    "io.tspoon.read..",
                                    "io.tspoon.call..",
                                    "io.tspoon.index..",
                                    "io.tspoon.transaction.."))
                    .allowEmptyShould(true);

    @ArchTest
    static final ArchRule callersKnowOnlyValues =
            noClasses()
                    .that()
                    .resideInAPackage("io.tspoon.call..")
                    .should()
                    .dependOnClassesThat(
                            insideTspoonBut("io.tspoon.call..", "io.tspoon.transaction..")
                                    .or(
                                            FLINK_CLASS.and(
                                                    not(
                                                            TYPE_INFORMATION.or(
                                                                    equivalentTo(Row.class))))));

    @ArchTest
    static final ArchRule logToolKnowsOnlyLogs =
            noClasses()
                    .that()
                    .resideInAPackage("io.tspoon.logtool..")
                    .should()
                    .dependOnClassesThat(
                            insideTspoonBut(
                                    "io.tspoon.logtool..",
                                    "io.tspoon.log..",
                                    "io.tspoon.transaction.."))
                    .allowEmptyShould(true);

    @ArchTest
    static final ArchRule logInKafkaKnowsTheLogOnly =
            noClasses()
                    .that()
                    .resideInAPackage("io.tspoon.log.kafka..")
                    .should()
                    .dependOnClassesThat(
                            insideTspoonBut("io.tspoon.log", "io.tspoon.log.kafka..")
                                    .or(FLINK_CLASS.and(not(STABILITY_MARK))));

    @ArchTest
    static final ArchRule onlyUsersKnowTheLogInKafka =
            noClasses()
                    .that()
                    .resideOutsideOfPackages(
                            "io.tspoon.log.kafka..",
                            "io.tspoon.examples..",
                            "io.tspoon.cluster..",
                            "io.tspoon.benchmarks..")
                    .should()
                    .dependOnClassesThat()
                    .resideInAPackage("io.tspoon.log.kafka..")
                    .allowEmptyShould(true);

    @ArchTest
    static final ArchRule coreKnowsNeitherApiNorQuery =
            noClasses()
                    .that()
                    .resideInAnyPackage("io.tspoon.runtime..", "io.tspoon.flink..")
                    .should()
                    .dependOnClassesThat()
                    .resideInAnyPackage("io.tspoon.api..", "io.tspoon.query..")
                    .allowEmptyShould(true);

    @ArchTest
    static final ArchRule apiDoesNotKnowQuery =
            noClasses()
                    .that()
                    .resideInAPackage("io.tspoon.api..")
                    .should()
                    .dependOnClassesThat()
                    .resideInAPackage("io.tspoon.query..")
                    .allowEmptyShould(true);

    @ArchTest
    static final ArchRule nobodyImportsTheTestKit =
            noClasses()
                    .that()
                    .resideOutsideOfPackages(
                            "io.tspoon.testkit..",
                            "io.tspoon.flink.testkit..",
                            "io.tspoon.history..")
                    .should()
                    .dependOnClassesThat()
                    .resideInAnyPackage(
                            "io.tspoon.testkit..",
                            "io.tspoon.flink.testkit..",
                            "io.tspoon.history..")
                    .allowEmptyShould(true);

    /** It judges runs of any system. */
    @ArchTest
    static final ArchRule judgeKnowsNobody =
            noClasses()
                    .that()
                    .resideInAPackage("io.tspoon.history..")
                    .should()
                    .dependOnClassesThat(
                            insideTspoonBut("io.tspoon.history..")
                                    .or(FLINK_CLASS.and(not(STABILITY_MARK))));

    /** Under its own name in classes, under ours in the jar. */
    @ArchTest
    static final ArchRule onlyServersAndTheirLoadKnowNetty =
            noClasses()
                    .that()
                    .resideOutsideOfPackages(
                            "io.tspoon.query.server..",
                            "io.tspoon.benchmarks.harness..",
                            "io.tspoon.benchmarks.queries..")
                    .should()
                    .dependOnClassesThat()
                    .resideInAnyPackage("io.netty..", "io.tspoon.shaded.netty..")
                    .allowEmptyShould(true);

    /**
     * Between its edges a query is made of values; keys and values of states are JSON as a whole.
     */
    @ArchTest
    static final ArchRule onlyTheEdgesOfQueriesNameFields =
            noClasses()
                    .that()
                    .resideInAnyPackage(
                            "io.tspoon.query.peer..",
                            "io.tspoon.query.route..",
                            "io.tspoon.query.local..")
                    .should()
                    .callMethodWhere(FIELD_BY_NAME);

    @ArchTest
    static final ArchRule onlyTheEdgesOfQueriesKnowHowMessagesTravel =
            noClasses()
                    .that()
                    .resideOutsideOfPackages(
                            "io.tspoon.query.wire..",
                            "io.tspoon.query.endpoint..",
                            "io.tspoon.query.server..")
                    .should()
                    .dependOnClassesThat()
                    .resideInAPackage("io.tspoon.query.wire..");

    /**
     * The thread of that timer never ends, and keeps the class loader of the job that was the first
     * to use it in a task manager. The client is in processes of its users.
     */
    @ArchTest
    static final ArchRule noThreadOutlivesItsJob =
            noClasses()
                    .that()
                    .resideOutsideOfPackage("io.tspoon.query.client..")
                    .should()
                    .callMethodWhere(TIMER_OF_THE_JDK);

    @ArchTest
    static final ArchRule examplesImportWhatUsersImport =
            noClasses()
                    .that()
                    .resideInAPackage("io.tspoon.examples..")
                    .should()
                    .dependOnClassesThat(
                            insideTspoonBut(
                                    "io.tspoon.examples..",
                                    "io.tspoon.api..",
                                    "io.tspoon.log..",
                                    "io.tspoon.query..",
                                    "io.tspoon.transaction.."))
                    .allowEmptyShould(true);

    @ArchTest
    static final ArchRule clustersImportWhatUsersImport =
            noClasses()
                    .that()
                    .resideInAPackage("io.tspoon.cluster..")
                    .should()
                    .dependOnClassesThat(
                            insideTspoonBut(
                                    "io.tspoon.cluster..",
                                    "io.tspoon.examples.trial..",
                                    "io.tspoon.api..",
                                    "io.tspoon.log..",
                                    "io.tspoon.query.client..",
                                    "io.tspoon.query.server..",
                                    "io.tspoon.transaction.."));

    @ArchTest
    static final ArchRule clustersOfFlinkKnowNothingOfTransactions =
            noClasses()
                    .that()
                    .resideInAnyPackage("io.tspoon.cluster.flink..", "io.tspoon.cluster.host..")
                    .should()
                    .dependOnClassesThat(
                            insideTspoonBut(
                                    "io.tspoon.cluster.flink..",
                                    "io.tspoon.cluster.host..",
                                    "io.tspoon.examples.trial.."));

    @ArchTest
    static final ArchRule nobodyImportsExamplesOrBenchmarks =
            noClasses()
                    .that()
                    .resideOutsideOfPackages(
                            "io.tspoon.examples..", "io.tspoon.benchmarks..", "io.tspoon.cluster..")
                    .should()
                    .dependOnClassesThat()
                    .resideInAnyPackage(
                            "io.tspoon.examples..", "io.tspoon.benchmarks..", "io.tspoon.cluster..")
                    .allowEmptyShould(true);

    /**
     * No operator can be written without {@link StreamRecord}, and no writer of Kafka's records
     * without {@code KafkaSinkContext}, so they are not fenced. The crash soak and the elastic
     * benchmark run clusters of their own and take away parts of them, for which Flink has no
     * public classes.
     */
    @ArchTest
    static final ArchRule internalFlinkClassesStayInOnePackage =
            noClasses()
                    .that()
                    .resideOutsideOfPackages(
                            "io.tspoon.flink..",
                            "io.tspoon.rocksdb..",
                            "io.tspoon.examples.crashsoak..",
                            "io.tspoon.benchmarks.elastic..")
                    .should()
                    .dependOnClassesThat(
                            FLINK_CLASS
                                    .and(annotatedWith(Internal.class))
                                    .and(doNot(belongToAnyOf(StreamRecord.class)))
                                    .and(not(simpleName("KafkaSinkContext"))))
                    .allowEmptyShould(true);

    @ArchTest
    static final ArchRule packagesHaveNoCycles =
            slices().matching("io.tspoon.(**)").should().beFreeOfCycles().allowEmptyShould(true);

    private static DescribedPredicate<JavaClass> insideTspoonBut(String... packages) {
        return resideInAPackage("io.tspoon..").and(not(resideInAnyPackage(packages)));
    }

    /** Main classes of all modules, be they directories or jars; generated benchmarks left out. */
    static final class MainClasses implements ImportOption {
        @Override
        public boolean includes(Location location) {
            return !location.contains("/test-classes/")
                    && !location.contains("-tests.jar")
                    && !location.contains("/io/tspoon/shaded/")
                    && !location.contains("/jmh_generated/");
        }
    }
}
