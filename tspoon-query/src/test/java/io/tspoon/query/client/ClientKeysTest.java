/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.client;

import io.tspoon.query.testing.TestJob;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonProperty;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.configuration.Configuration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import java.net.URI;
import java.sql.Timestamp;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/** Keys of which JSON might not tell the whole. */
class ClientKeysTest {
    private TestJob job;
    private GraphReader bank;

    /** Jackson leaves out a part that Flink keeps. */
    public static class Ignoring {
        public String id = "";
        @JsonIgnore public int region;

        @Override
        public boolean equals(Object other) {
            return other instanceof Ignoring that && id.equals(that.id) && region == that.region;
        }

        @Override
        public int hashCode() {
            return Objects.hash(id, region);
        }
    }

    /** Its getter tells less than there is. */
    public static class Cut {
        private String id = "";

        @JsonProperty
        public String getId() {
            return id.substring(0, 1);
        }

        public void setId(String id) {
            this.id = id;
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Cut that && id.equals(that.id);
        }

        @Override
        public int hashCode() {
            return id.hashCode();
        }
    }

    @BeforeEach
    void start() throws Exception {
        job = TestJob.start(2, new Configuration());
        bank = QueryClient.to(URI.create(job.address(0))).build().graph("bank");
    }

    @AfterEach
    void stop() throws Exception {
        job.close();
    }

    @Test
    void timestampsKeepTheirNanoseconds() {
        TestJob.State<Timestamp, Long> state =
                job.state("bank", "times", Types.SQL_TIMESTAMP, Types.LONG, 3);
        Instant begin = Instant.parse("2026-02-28T10:11:12.123Z");
        List<Timestamp> keys =
                IntStream.range(0, 20)
                        .mapToObj(i -> Timestamp.from(begin.plusNanos(i * 1_001L)))
                        .toList();
        for (int i = 0; i < keys.size(); i++) {
            state.put(keys.get(i), (long) i, 1 + i);
        }
        StateQuery<Timestamp, Long> times = StateQuery.of("times", Types.SQL_TIMESTAMP, Types.LONG);

        for (int limit = 1; limit <= 3; limit++) {
            List<Timestamp> listed = new ArrayList<>();
            bank.stream(times.all(), limit).forEach(entry -> listed.add(entry.key()));
            assertThat(listed).isEqualTo(keys);
        }
        for (int i = 0; i < keys.size(); i++) {
            assertThat(bank.ask(times.key(keys.get(i))).orElseThrow()).hasValue((long) i);
        }
        assertThat(bank.ask(times.all().from(keys.get(5)).to(keys.get(7)).count()).orElseThrow())
                .isEqualTo(2);
        assertThat(bank.ask(times.keys(keys)).orElseThrow().keySet())
                .containsExactlyElementsOf(keys);
    }

    @Test
    void keysWithoutJsonOfTheirOwnAreNotAskedFor() {
        StateQuery<Ignoring, Long> ignoring =
                StateQuery.of("s", TypeInformation.of(Ignoring.class), Types.LONG);
        for (Question<?> question :
                List.of(
                        ignoring.key(new Ignoring()),
                        ignoring.keys(new Ignoring()),
                        ignoring.all().page(10))) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> bank.ask(question))
                    .withMessageContaining("leaves out a field")
                    .withMessageContaining("field=region")
                    .withMessageContaining("Let its class write and read all");
        }
        Cut key = new Cut();
        key.setId("xy");
        StateQuery<Cut, Long> cut = StateQuery.of("s", TypeInformation.of(Cut.class), Types.LONG);
        for (Question<?> question :
                List.of(cut.key(key), cut.keys(key), cut.all().from(key).count())) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> bank.ask(question))
                    .withMessageContaining("its JSON is read as another key, json={\"id\":\"x\"}");
        }
    }

    @Test
    void keysWithJsonOfTheirOwnAreAskedForWhateverOthersThereAre() {
        Cut key = new Cut();
        key.setId("x");
        TestJob.State<Cut, Long> state =
                job.state("bank", "cut", TypeInformation.of(Cut.class), Types.LONG, 2);
        state.put(key, 7L, 1);
        StateQuery<Cut, Long> cut = StateQuery.of("cut", TypeInformation.of(Cut.class), Types.LONG);
        assertThat(bank.ask(cut.keys(key)).orElseThrow()).isEqualTo(Map.of(key, 7L));
    }
}
