/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.server;

import io.tspoon.query.testing.Http;
import io.tspoon.query.testing.Scans;
import io.tspoon.query.testing.TestJob;

import com.fasterxml.jackson.databind.JsonNode;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.configuration.Configuration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;

import static org.assertj.core.api.Assertions.assertThat;

/** Numbers that are no whole ones, as keys and in filters, here and at another server. */
class NumberKeysTest {
    /** In the order of scans: numbers first, then what are texts in JSON. */
    private static final List<Double> DOUBLES =
            List.of(
                    -1e300,
                    -2.5,
                    -0.0,
                    0.0,
                    4.9e-324,
                    1e22,
                    Double.NEGATIVE_INFINITY,
                    Double.POSITIVE_INFINITY,
                    Double.NaN);

    private static final List<BigDecimal> DECIMALS =
            Stream.of("-1.0", "-1.00", "0", "0.0", "0E-9", "1E+2", "100", "100.0", "1E+400")
                    .map(BigDecimal::new)
                    .toList();

    private TestJob job;

    @BeforeEach
    void start() throws Exception {
        job = TestJob.start(2, new Configuration());
        fill("doubles", Types.DOUBLE, DOUBLES);
        fill("decimals", Types.BIG_DEC, DECIMALS);
    }

    /** The value of each key is its place in the order. */
    private <K> void fill(String name, TypeInformation<K> type, List<K> keys) {
        TestJob.State<K, Long> state = job.state("bank", name, type, Types.LONG, 3);
        for (int i = 0; i < keys.size(); i++) {
            state.put(keys.get(i), (long) i, 1000 + i);
        }
    }

    @AfterEach
    void stop() throws Exception {
        job.close();
    }

    /** However much their numbers are alike. */
    @ParameterizedTest
    @CsvSource({
        "doubles,asc,1",
        "doubles,desc,1",
        "doubles,asc,2",
        "doubles,desc,20",
        "decimals,asc,1",
        "decimals,desc,1",
        "decimals,asc,4",
        "decimals,desc,20"
    })
    void pagesHaveEachKeyOnce(String state, String order, int limit) throws Exception {
        List<Long> expected = new ArrayList<>();
        for (long i = 0; i < DOUBLES.size(); i++) {
            expected.add(i);
        }
        if (order.equals("desc")) {
            Collections.reverse(expected);
        }
        assertThat(Scans.values(job, state, order, limit)).isEqualTo(expected);
    }

    @Test
    void keysAreFoundAsTheyAreWritten() throws Exception {
        for (int server = 0; server < 2; server++) {
            Http http = new Http(job.address(server));
            String scan = "/v1/graphs/bank/states/doubles/scan";
            JsonNode entries = http.post(scan, "{}").json().path("entries");
            assertThat(entries).hasSameSizeAs(DOUBLES);
            for (JsonNode entry : entries) {
                String query = "{'reads':[{'state':'doubles','keys':[" + entry.path("key") + "]}]}";
                JsonNode results = http.post("/v1/graphs/bank/query", query).json().path("results");
                assertThat(results.path(0).path("entries").path(0)).isEqualTo(entry);
            }
        }
    }

    /** Numbers are equal by value, however they are written. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "doubles | 'op':'eq','value':0 | 2",
                "doubles | 'op':'in','value':[1,0.00,10000000000000000000000] | 3",
                "doubles | 'op':'lt','value':0 | 2",
                "doubles | 'op':'eq','value':'NaN' | 1",
                "decimals | 'op':'eq','value':-1 | 2",
                "decimals | 'op':'ge','value':100.00 | 4",
                "decimals | 'op':'le','value':-0.0 | 5"
            })
    void filtersGoByValue(String state, String condition, int expected) throws Exception {
        for (int server = 0; server < 2; server++) {
            String filter = "{'filter':{'field':'/key'," + condition + "}}";
            JsonNode page =
                    new Http(job.address(server))
                            .post("/v1/graphs/bank/states/" + state + "/scan", filter)
                            .json();
            assertThat(page.path("entries")).as(page.toString()).hasSize(expected);
        }
    }

    @Test
    void floatsAreTheNumbersThatTheyAreWrittenAs() throws Exception {
        TestJob.State<String, Float> rates =
                job.state("bank", "rates", Types.STRING, Types.FLOAT, 2);
        rates.put("a", 0.1f, 2000);
        rates.put("b", 0.2f, 2001);
        for (int server = 0; server < 2; server++) {
            JsonNode page =
                    new Http(job.address(server))
                            .post(
                                    "/v1/graphs/bank/states/rates/scan",
                                    "{'filter':{'field':'/value','op':'eq','value':0.1}}")
                            .json();
            assertThat(page.path("entries").toString())
                    .isEqualTo("[{\"key\":\"a\",\"found\":true,\"value\":0.1}]");
        }
    }
}
