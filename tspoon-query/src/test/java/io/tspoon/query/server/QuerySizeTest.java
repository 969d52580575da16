/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.server;

import io.tspoon.query.testing.Http;
import io.tspoon.query.testing.Http.Answer;
import io.tspoon.query.testing.TestJob;

import com.fasterxml.jackson.databind.JsonNode;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.configuration.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntUnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.INTEGER;

/** The limit of an answer is one of all that is read for it; what fits is answered. */
class QuerySizeTest {
    private static final int KEYS = 100;
    private static final String QUERY = "/v1/graphs/bank/query";
    private static final String SCAN = "/v1/graphs/bank/states/notes/scan";

    /** How many values have become JSON. */
    private final AtomicInteger written = new AtomicInteger();

    private TestJob.State<String, Note> notes;

    /** Counts how often it becomes JSON. */
    public static final class Note {
        private final String text;
        private final AtomicInteger written;

        private Note(String text, AtomicInteger written) {
            this.text = text;
            this.written = written;
        }

        public String getText() {
            written.incrementAndGet();
            return text;
        }
    }

    @Test
    void scansTogetherAreNoLargerThanAnAnswer() throws Exception {
        try (TestJob job = job(1, 4, "100 kb", i -> 800)) {
            Http http = new Http(job.address(0));
            String scan = "{'state':'notes','scan':{'limit':100}}";
            assertThat(http.post(QUERY, query(1, scan)).status()).isEqualTo(200);
            written.set(0);
            Answer answer = http.post(QUERY, query(20, scan));

            assertThat(answer.reason()).isEqualTo("RESULT_TOO_LARGE");
            assertThat(answer.json().path("detail").asText()).contains("maxBytes=102400");
            assertThat(written.get()).isLessThan(4 * KEYS);
        }
    }

    @Test
    void keysTogetherAreNoLargerThanAnAnswer() throws Exception {
        try (TestJob job = job(1, 4, "100 kb", i -> 800)) {
            Http http = new Http(job.address(0));
            assertThat(http.post(QUERY, query(1, allKeys())).status()).isEqualTo(200);
            written.set(0);
            Answer answer = http.post(QUERY, query(50, allKeys()));

            assertThat(answer.reason()).isEqualTo("RESULT_TOO_LARGE");
            assertThat(written.get()).isLessThan(50 * KEYS / 3);
        }
    }

    @Test
    void extremesTogetherAreNoLargerThanAnAnswer() throws Exception {
        try (TestJob job = job(1, 4, "100 kb", i -> 20_000)) {
            Http http = new Http(job.address(0));
            String least = "'m%d':{'min':'/value/text'}";
            String all = IntStream.range(0, 6).mapToObj(least::formatted).collect(joined());
            assertThat(
                            http.post(
                                            QUERY,
                                            query(
                                                    1,
                                                    "{'state':'notes','aggregate':{'compute':{"
                                                            + all
                                                            + "}}}"))
                                    .reason())
                    .isEqualTo("RESULT_TOO_LARGE");
        }
    }

    /**
     * To the byte: a server that may answer with as much as there is does so. One that may not says
     * so, and leaves nothing out; be it what is around the entries that has no room, or an entry.
     */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "{'state':'notes','scan':{'limit':100}}",
                "{'state':'notes','scan':{'limit':100,'order':'desc','project':['/value/text']}}",
                "{'state':'notes','keys':['k001','k002','none','k001']}",
                "{'state':'notes','keys':['k001','k050'],'project':['/value/nothing']}",
                "{'state':'notes','aggregate':{'compute':"
                        + "{'n':{'count':true},'low':{'min':'/value/text'}}}}",
                "{'state':'notes','scan':{'limit':100}},{'state':'notes','keys':['k001']},"
                        + "{'state':'notes','scan':{'keys':{'from':'k090'}}},"
                        + "{'state':'notes','aggregate':{'compute':{'a':{'max':'/value/text'}}}},"
                        + "{'state':'notes','keys':['k099','k098','k097']}"
            })
    void whatFitsIsAnswered(String reads) throws Exception {
        String query = query(1, reads);
        for (int instances : new int[] {1, 4}) {
            int length;
            try (TestJob job = job(2, instances, "16 mb", i -> i * 37 % 900)) {
                Answer answer = new Http(job.address(0)).post(QUERY, query);
                assertThat(answer.status()).as(answer.json().toString()).isEqualTo(200);
                length = answer.response().body().length;
            }
            try (TestJob job = job(2, instances, length + " b", i -> i * 37 % 900)) {
                for (int server = 0; server < 2; server++) {
                    Answer answer = new Http(job.address(server)).post(QUERY, query);
                    assertThat(answer.status()).as(answer.json().toString()).isEqualTo(200);
                }
            }
            for (int less : new int[] {1, Math.min(100, length - 1)}) {
                String tooLittle = length - less + " b";
                try (TestJob job = job(2, instances, tooLittle, i -> i * 37 % 900)) {
                    assertThat(new Http(job.address(0)).post(QUERY, query).reason())
                            .isEqualTo("RESULT_TOO_LARGE");
                }
            }
        }
    }

    /** Two large values fit, but the share of an instance has room for none. */
    @ParameterizedTest
    @CsvSource({"asc,0", "asc,1", "desc,0", "desc,1"})
    void pagesAreWholeWhateverTheSizeOfTheirValues(String order, int server) throws Exception {
        try (TestJob job = job(2, 4, "7 kb", i -> i % 3 == 0 ? 3_000 : i)) {
            Http http = new Http(job.address(server));
            List<String> keys = new ArrayList<>();
            JsonNode page = http.post(SCAN, "{'limit':2,'order':'" + order + "'}").json();
            while (page.has("nextPageToken")) {
                keysOf(page).forEach(keys::add);
                String token = page.path("nextPageToken").asText();
                page = http.post(SCAN, "{'pageToken':'" + token + "'}").json();
            }
            keysOf(page).forEach(keys::add);

            List<String> expected = new ArrayList<>(keys());
            if (order.equals("desc")) {
                Collections.reverse(expected);
            }
            assertThat(keys).as(page.toString()).isEqualTo(expected);
        }
    }

    /**
     * What is read at once is in memory as objects, before anybody can count what it is as JSON.
     */
    @Test
    void largeValuesAreReadFewAtOnce() throws Exception {
        int atOnce = 25; // 4 MiB and a fifth
        try (TestJob job = job(2, 1, "8 mb", i -> 200_000)) {
            for (int server = 0; server < 2; server++) {
                Http http = new Http(job.address(server));
                Answer page = http.post(SCAN, "{'limit':1,'order':'desc'}");
                assertThat(page.status()).as(page.json().toString()).isEqualTo(200);
                List<Integer> scanned = notes.instance(0).takeReadSizes();
                assertThat(scanned).first(INTEGER).isLessThanOrEqualTo(server == 0 ? 64 : atOnce);
                assertThat(scanned.subList(1, scanned.size()))
                        .isNotEmpty()
                        .allMatch(keys -> keys <= atOnce);
                assertThat(scanned.stream().mapToInt(keys -> keys).sum()).isEqualTo(KEYS);

                assertThat(http.post(QUERY, query(1, allKeys())).reason())
                        .isEqualTo("RESULT_TOO_LARGE");
                List<Integer> looked = notes.instance(0).takeReadSizes();
                assertThat(looked).hasSizeGreaterThan(1).allMatch(keys -> keys <= atOnce);
                assertThat(looked.stream().mapToInt(keys -> keys).sum()).isLessThan(KEYS);
            }
        }
    }

    /** Each slice waits behind transactions. */
    @Test
    void smallValuesAreReadAtOnce() throws Exception {
        try (TestJob job = job(1, 1, "16 mb", i -> 20)) {
            Http http = new Http(job.address(0));
            assertThat(http.post(SCAN, "{'limit':100}").json().path("entries")).hasSize(KEYS);
            notes.instance(0).takeReadSizes();

            assertThat(http.post(QUERY, query(3, allKeys())).status()).isEqualTo(200);
            assertThat(notes.instance(0).takeReadSizes()).containsExactly(KEYS, KEYS, KEYS);
            assertThat(http.post(SCAN, "{'limit':100}").json().path("entries")).hasSize(KEYS);
            assertThat(notes.instance(0).takeReadSizes()).containsExactly(KEYS);
        }
    }

    /** It has the whole scan in it; who sends that much may have no way to go on. */
    @Test
    void pageThatNobodyCouldGoOnFromIsRefused() throws Exception {
        Configuration options = new Configuration();
        options.setString("tspoon.query.max-request-size", "10 kb");
        try (TestJob job = job(1, 4, options, i -> 10)) {
            Http http = new Http(job.address(0));
            for (int bytes : new int[] {5_000, 7_000, 7_600, 9_000}) {
                String scan =
                        "'filter':{'field':'/value/text','op':'ne','value':'"
                                + "y".repeat(bytes)
                                + "'}}";
                Answer page = http.post(SCAN, "{'limit':99," + scan);
                if (page.status() == 200) {
                    String token = page.json().path("nextPageToken").asText();
                    Answer last = http.post(SCAN, "{'limit':99,'pageToken':'" + token + "'}");
                    assertThat(last.json().path("entries")).as(last.json().toString()).hasSize(1);
                } else {
                    assertThat(bytes).isGreaterThan(7_000);
                    assertThat(page.reason()).isEqualTo("REQUEST_TOO_LARGE");
                    assertThat(page.json().path("detail").asText())
                            .contains("the request for the next page", "max-request-size=10240");
                }
                Answer whole = http.post(SCAN, "{'limit':100," + scan);
                assertThat(whole.json().path("entries")).hasSize(KEYS);
            }
        }
    }

    private static List<String> keysOf(JsonNode page) {
        List<String> keys = new ArrayList<>();
        page.path("entries").forEach(entry -> keys.add(entry.path("key").asText()));
        return keys;
    }

    private static String query(int times, String reads) {
        return "{'timeoutMs':60000,'reads':["
                + String.join(",", Collections.nCopies(times, reads))
                + "]}";
    }

    private static String allKeys() {
        String all = keys().stream().map(key -> "'" + key + "'").collect(joined());
        return "{'state':'notes','keys':[" + all + "]}";
    }

    private static java.util.stream.Collector<CharSequence, ?, String> joined() {
        return Collectors.joining(",");
    }

    private static List<String> keys() {
        return IntStream.range(0, KEYS).mapToObj("k%03d"::formatted).toList();
    }

    /** Notes whose texts are as long as is said for each. */
    private TestJob job(int servers, int instances, String maxResultSize, IntUnaryOperator lengths)
            throws Exception {
        Configuration options = new Configuration();
        options.setString("tspoon.query.max-result-size", maxResultSize);
        return job(servers, instances, options, lengths);
    }

    private TestJob job(int servers, int instances, Configuration options, IntUnaryOperator lengths)
            throws Exception {
        TestJob job = TestJob.start(servers, options);
        notes = job.state("bank", "notes", Types.STRING, TypeInformation.of(Note.class), instances);
        for (int i = 0; i < KEYS; i++) {
            String text = "x".repeat(lengths.applyAsInt(i));
            notes.put("k%03d".formatted(i), new Note(text, written), 1000 + i);
        }
        return job;
    }
}
