/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.log.kafka;

import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.InvalidProducerEpochException;
import org.apache.kafka.common.errors.InvalidTimestampException;
import org.apache.kafka.common.errors.NotEnoughReplicasException;
import org.apache.kafka.common.errors.OutOfOrderSequenceException;
import org.apache.kafka.common.errors.ProducerFencedException;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.errors.SaslAuthenticationException;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.apache.kafka.common.errors.TransactionalIdAuthorizationException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import java.util.List;
import java.util.concurrent.TimeoutException;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class WriteFailureTest {
    private static final String NETWORK = "check that the brokers can be reached";
    private static final LogPart PART = new LogPart("broker:9092", "log-bank", 2);

    static List<Exception> causesInTheNetwork() {
        return List.of(
                new TimeoutException("no answer before the log was closed"),
                new org.apache.kafka.common.errors.TimeoutException("expired"),
                new NotEnoughReplicasException("1 of 2"),
                new KafkaException(new org.apache.kafka.common.errors.TimeoutException("expired")));
    }

    @ParameterizedTest
    @MethodSource("causesInTheNetwork")
    void networkIsToBeCheckedIfItMayBeTheCause(Exception cause) {
        assertThat(WriteFailure.of(cause, PART))
                .hasMessageStartingWith("[TSP-6115] Cannot write log: ")
                .hasMessageContaining("topic=log-bank, partition=2")
                .hasMessageContaining(NETWORK)
                .hasMessageEndingWith("a leader and min.insync.replicas in sync")
                .hasCause(cause);
    }

    static List<Exception> causesInRights() {
        return List.of(
                new TopicAuthorizationException("log-bank"),
                new KafkaException(new TransactionalIdAuthorizationException("not allowed")));
    }

    @ParameterizedTest
    @MethodSource("causesInRights")
    void missingRightsAreToBeGiven(Exception cause) {
        assertThat(WriteFailure.of(cause, PART))
                .hasMessageStartingWith("[TSP-6110] Cannot write log: ")
                .hasMessageContaining("the rights to describe and write the topic")
                .hasMessageContaining("transactional id tspoon-log-log-bank-2")
                .hasMessageNotContaining(NETWORK);
        assertThat(WriteFailure.ofOpening(cause, PART, 600_000))
                .hasMessageStartingWith("[TSP-6100] Cannot open log for writing: " + cause)
                .hasMessageEndingWith("transactional id tspoon-log-log-bank-2")
                .hasMessageNotContaining(NETWORK)
                .hasCause(cause);
    }

    @Test
    void wrongCredentialsAreToBeChecked() {
        Exception cause = new SaslAuthenticationException("wrong password");

        assertThat(
                        List.of(
                                WriteFailure.of(cause, PART),
                                WriteFailure.ofOpening(cause, PART, 600_000)))
                .allSatisfy(
                        failure ->
                                assertThat(failure)
                                        .hasMessageContaining("check the user's credentials")
                                        .hasMessageNotContaining(NETWORK));
    }

    @ParameterizedTest
    @MethodSource("causesInTheNetwork")
    void brokersAreToTakeTransactionsWhereALogIsOpened(Exception cause) {
        assertThat(WriteFailure.ofOpening(cause, PART, 600_000))
                .hasMessageContaining(NETWORK)
                .hasMessageContaining("__transaction_state must have a leader")
                .hasMessageContaining("transaction.state.log.replication.factor")
                .hasMessageEndingWith("transaction.max.timeout.ms not be less than 600000");
    }

    static List<Exception> causesInAnotherWriter() {
        return List.of(
                new ProducerFencedException("newer"),
                new KafkaException(new InvalidProducerEpochException("newer")));
    }

    @ParameterizedTest
    @MethodSource("causesInAnotherWriter")
    void oneJobOnlyMayWrite(Exception cause) {
        assertThat(WriteFailure.of(cause, PART))
                .hasMessageStartingWith("[TSP-6108] Cannot write log: ")
                .hasMessageContaining("another writer was opened for the part")
                .hasMessageContaining("let one job only write to the log")
                .hasMessageNotContaining(NETWORK);
    }

    @Test
    void tooMuchAtOnceIsToBeMadeLess() {
        Flush records = Flush.records(1, List.of(new byte[FlushLimits.MAX_BYTES], new byte[1]));

        assertThatThrownBy(() -> records.encode(1))
                .isInstanceOfSatisfying(
                        FlushTooLargeException.class,
                        cause ->
                                assertThat(WriteFailure.of(cause, PART))
                                        .hasMessageContaining("limit=" + FlushLimits.MAX_BYTES)
                                        .hasMessageContaining(
                                                "; let a transaction write less, for it")
                                        .hasMessageNotContaining(NETWORK));
    }

    @Test
    void headerThatIsTooLargeSaysWhatMakesItSo() {
        Flush header = Flush.header(new byte[FlushLimits.MAX_BYTES + 1]);

        assertThatThrownBy(() -> header.encode(0))
                .isInstanceOfSatisfying(
                        FlushTooLargeException.class,
                        cause ->
                                assertThat(WriteFailure.of(cause, PART))
                                        .hasMessageContaining("types of keys, values and elements")
                                        .hasMessageNotContaining(NETWORK));
    }

    @Test
    void messageThatTheTopicRefusesNamesTheSetting() {
        assertThat(WriteFailure.of(new RecordTooLargeException("2 MB"), PART))
                .hasMessageContaining("set max.message.bytes=" + FlushLimits.MAX_MESSAGE_BYTES)
                .hasMessageNotContaining(NETWORK);
    }

    static List<Exception> causesInTheTopic() {
        return List.of(
                new PartWentBackException(3, 57), new OutOfOrderSequenceException("57 (incoming)"));
    }

    @ParameterizedTest
    @MethodSource("causesInTheTopic")
    void topicIsToBeLeftAloneWhereItLosesWhatIsAcknowledged(Exception cause) {
        assertThat(WriteFailure.of(cause, PART))
                .hasMessageContaining(cause.getMessage())
                .hasMessageContaining("Let nobody delete the topic")
                .hasMessageContaining("set min.insync.replicas=2")
                .hasMessageNotContaining(NETWORK);
    }

    @Test
    void clockThatIsAheadIsToBeLeftToTheBrokers() {
        assertThat(WriteFailure.of(new InvalidTimestampException("out of range"), PART))
                .hasMessageContaining("set message.timestamp.type=LogAppendTime on the topic")
                .hasMessageNotContaining(NETWORK);
    }

    @Test
    void otherCausesAreTold() {
        assertThat(WriteFailure.of(new IllegalStateException("a bug"), PART))
                .hasMessageContaining("a bug")
                .hasMessageContaining("look for the cause in it and in the brokers' logs")
                .hasMessageNotContaining(NETWORK);
    }
}
