/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.console;

import io.tspoon.query.client.TestBank;
import io.tspoon.query.testing.Await;
import io.tspoon.query.testing.MemoryCalls;
import io.tspoon.query.testing.TestJob;
import io.tspoon.read.Backlog;
import io.tspoon.read.ChainStatus;
import io.tspoon.read.CoordinatorStatus;
import io.tspoon.read.KeyGroupLoad;

import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.configuration.Configuration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.openqa.selenium.Keys;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.support.ui.Select;

import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;

import static io.tspoon.query.client.TestBank.BALANCE;
import static io.tspoon.query.client.TestBank.CUSTOMER;
import static org.assertj.core.api.Assertions.assertThat;

/** The console in a real browser, served by the server that TaskManagers run. */
class ConsoleITCase {
    private static final String TOKEN = "a-token-of-tests-0123456789";
    private static final int ACCOUNTS = 35;

    /** File for the picture in the documentation, from the root of the project. */
    private static final String PICTURE = "console.picture";

    @TempDir private static Path profile;
    private static Browser browser;
    private TestBank bank;

    @BeforeAll
    static void startBrowser() {
        browser = Browser.start(profile);
        browser.prefer("light");
    }

    @AfterAll
    static void stopBrowser() {
        if (browser != null) {
            browser.close();
        }
    }

    @BeforeEach
    void start() throws Exception {
        browser.complaints(); // of the test before
        bank = TestBank.start(Map.of());
        fill(bank);
        browser.open(bank.address() + "/");
        browser.awaitText("#connection", "live");
    }

    @AfterEach
    void stop() {
        browser.open("about:blank");
        bank.close();
    }

    private static void fill(TestBank bank) {
        for (int i = 0; i < ACCOUNTS; i++) {
            bank.put(BALANCE, "account-%03d".formatted(i), 1000L - 7 * i);
        }
        bank.put(CUSTOMER, "alice", new TestBank.Customer("Alice", "Rome", new BigDecimal("12.5")));
        bank.put(CUSTOMER, "bob", new TestBank.Customer("<b>Bob</b>", "Oslo", BigDecimal.TEN));
    }

    @Test
    void chartsMove() throws IOException {
        WebElement line = browser.find(".chart path.s1:not(.area)");
        browser.awaitText(".chart .value", "[1-9][0-9,]*\\s*/s");
        String before = Objects.requireNonNull(line.getDomAttribute("d"));
        browser.await(
                ".chart svg",
                any -> points(line) >= 4 && !before.equals(line.getDomAttribute("d")));
        assertThat(browser.all(".chart figcaption"))
                .extracting(WebElement::getText)
                .containsExactly(
                        "Commits", "Aborts", "Retries", "Latency", "Oldest transaction in flight");
        assertThat(browser.find("#health").getText()).isEqualTo("ready");

        String picture = System.getProperty(PICTURE, "");
        if (!picture.isEmpty()) {
            browser.find("#limit").clear();
            browser.find("#limit").sendKeys("12");
            browser.find("#run").click();
            awaitCell("account-000");
            browser.await(".chart svg", any -> points(line) >= 15);
            browser.keepPicture(Path.of("..").resolve(picture));
        }
    }

    /** What users have named is text, and no markup. */
    @Test
    void lastTransactionsAndReasonsOfAbortsAreShown() {
        browser.awaitText("#causes td:nth-child(4)", "balance is not negative");
        assertThat(browser.all("#causes td"))
                .extracting(WebElement::getText)
                .hasSize(4)
                .contains("CONSTRAINT", "balance");
        assertThat(browser.all("#last tr")).hasSize(2);
        assertThat(browser.all("#last tr:first-child td"))
                .extracting(WebElement::getText)
                .containsExactly(
                        "t-17",
                        "–",
                        "aborted",
                        "18",
                        "2",
                        "balance is not negative, balance=-4 (balance alice)");
        assertThat(browser.all("#last tr:last-child td"))
                .extracting(WebElement::getText)
                .containsExactly("<i>16</i>", "–", "committed", "16", "1", "–");
    }

    @Test
    void spreadOfAccessesIsShown() throws Exception {
        try (TestJob job = TestJob.start(1, new Configuration())) {
            TestJob.State<String, Long> balance =
                    job.state("bank", "balance", Types.STRING, Types.LONG, 2);
            balance.instance(0).load(new KeyGroupLoad(3, 20), new KeyGroupLoad(5, 1_040));
            balance.instance(1).load(new KeyGroupLoad(70, 20));
            job.coordinator(
                    "bank",
                    0,
                    new CoordinatorStatus(
                            1, 0, 0, 2, 1e6, 5e6, 4, Backlog.NONE, "", List.of(), List.of()));
            browser.open(job.address(0) + "/");
            browser.awaitText("#groups td:first-child", "balance");
            assertThat(browser.all("#groups td"))
                    .extracting(WebElement::getText)
                    .containsExactly(
                            "balance",
                            "1,080",
                            "1.96 x",
                            "1.93 x",
                            "5: 96.3 %, 3: 1.9 %, 70: 1.9 %");
        }
    }

    @Test
    void chainsHaveChartsOfTheirOwn() throws Exception {
        try (TestJob job = TestJob.start(1, new Configuration())) {
            job.state("bank", "balance", Types.STRING, Types.LONG, 1)
                    .instance(0)
                    .runInChains(new ChainStatus(100, 10, 4, 3, 7, 64));
            job.coordinator(
                    "bank",
                    0,
                    new CoordinatorStatus(
                            1,
                            0,
                            0,
                            2,
                            1e6,
                            5e6,
                            4,
                            Backlog.NONE,
                            "balance 0",
                            List.of(),
                            List.of()));
            browser.open(job.address(0) + "/");
            browser.awaitText("#graph-detail", ".*; chains wait for balance 0");
            assertThat(browser.all(".chart figcaption"))
                    .extracting(WebElement::getText)
                    .containsExactly(
                            "Commits",
                            "Aborts",
                            "Runs again for each access",
                            "Objections",
                            "Transactions on values that may change",
                            "Latency",
                            "Oldest transaction in flight");
        }
    }

    /** Only where there may be some. */
    @Test
    void batchesAndTriggersThatWaitAreShown() throws Exception {
        try (TestJob job = TestJob.start(1, new Configuration())) {
            job.state("bank", "balance", Types.STRING, Types.LONG, 1);
            Backlog backlog = new Backlog(new Backlog.Batches(3, 1_200), 2);
            job.coordinator(
                    "bank",
                    0,
                    new CoordinatorStatus(
                            1, 0, 0, 2, 1e6, 5e6, 4, backlog, "", List.of(), List.of()));
            browser.open(job.address(0) + "/");
            browser.awaitText(
                    "#graph-detail",
                    ".*; batches pending: 3, the oldest for 1,200 ms; triggers waiting: 2");
            assertThat(browser.all(".chart figcaption"))
                    .extracting(WebElement::getText)
                    .containsExactly(
                            "Commits",
                            "Aborts",
                            "Retries",
                            "Latency",
                            "Oldest transaction in flight",
                            "Batches pending",
                            "Triggers waiting");
        }
    }

    @Test
    void statesAreShownWithTheirTypes() {
        browser.awaitText("#states td", "balance is not negative");
        browser.awaitText("#states td", ".*city: string.*");
    }

    @Test
    void scanShowsRowsPageByPage() {
        browser.find("#run").click();
        awaitCell("account-019");
        assertThat(browser.all("table.rows tbody tr")).hasSize(20);
        assertThat(curl()).contains("/scan").doesNotContain("Authorization");
        browser.find("#more").click();
        awaitCell("account-034");
        assertThat(browser.all("table.rows tbody tr")).hasSize(ACCOUNTS);
        assertThat(browser.all("#more")).isEmpty();
    }

    @Test
    void filterAndAggregate() {
        choose("#state", "customer");
        browser.find("#add-condition").click();
        browser.find(".condition input").sendKeys("<b>Bob</b>");
        browser.find("#run").click();
        awaitCell("<b>Bob</b>");
        assertThat(browser.all("table.rows tbody tr")).hasSize(1);
        assertThat(browser.all("table.rows th"))
                .extracting(WebElement::getText)
                .containsExactly("key", "name", "city", "limit");

        choose("#kind", "aggregate");
        choose("#function", "sum");
        choose("#part", "/value/limit");
        browser.find(".condition button").click();
        browser.find("#run").click();
        browser.awaitText("#result strong", "sum: 22.5");
    }

    /** More of them than a number of JavaScript has. */
    @Test
    void numbersKeepTheirDigits() {
        String limit = "12345678901234567.89";
        bank.put(CUSTOMER, "carol", new TestBank.Customer("Carol", "Bonn", new BigDecimal(limit)));
        bank.put(BALANCE, "carol", Long.MAX_VALUE);
        choose("#state", "customer");
        browser.find("#add-condition").click();
        choose(".condition select", "/value/limit");
        browser.find(".condition input").sendKeys(limit);
        browser.find("#run").click();
        awaitCell(limit);
        assertThat(browser.all("table.rows tbody tr")).hasSize(1);
        assertThat(curl()).contains("\"value\":" + limit + "}");

        choose("#kind", "aggregate");
        choose("#function", "max");
        choose("#part", "/value/limit");
        browser.find("#run").click();
        browser.awaitText("#result strong", "max: " + limit);
        choose("#state", "balance");
        choose("#kind", "one key");
        browser.find("#key").sendKeys("carol");
        browser.find("#run").click();
        awaitCell("9,223,372,036,854,775,807");
    }

    @Test
    void keysOfAllConsistencies() {
        choose("#kind", "one key");
        browser.find("#key").sendKeys("account-001");
        for (String consistency :
                List.of("snapshot: newest at hand", "fresh: all results seen so far")) {
            choose("#consistency", consistency);
            browser.find("#run").click();
            awaitCell("993");
        }
        choose("#kind", "several keys");
        browser.find("#keys").sendKeys("account-002\nnobody");
        browser.find("#run").click();
        awaitCell("986");
        awaitCell("0 initial value");
    }

    @Test
    void failuresAreReadable() {
        choose("#kind", "one key");
        choose("#consistency", "at a timestamp");
        browser.find("#key").sendKeys("account-001");
        browser.find("#run").click();
        browser.awaitText(".problem", ".*The token is missing.*");
        browser.find("#token").sendKeys("4096");
        browser.find("#run").click();
        WebElement box = browser.awaitText(".problem", ".*SNAPSHOT_TOO_OLD.*");
        assertThat(box.getAriaRole()).isEqualTo("alert");
        assertThat(box.getText()).contains("Read without a timestamp");
    }

    @Test
    void keyboardIsEnough() {
        for (int i = 0; i < 40 && !"kind".equals(browser.focused().getDomAttribute("id")); i++) {
            browser.focused().sendKeys(Keys.TAB);
        }
        browser.focused().sendKeys("one");
        for (int i = 0; i < 9 && !"key".equals(browser.focused().getDomAttribute("id")); i++) {
            browser.focused().sendKeys(Keys.TAB);
        }
        browser.focused().sendKeys("account-003");
        browser.focused().sendKeys(Keys.chord(Keys.CONTROL, Keys.ENTER));
        awaitCell("979");
    }

    @Test
    void darkIsDark() {
        String script = "return getComputedStyle(document.body).backgroundColor";
        assertThat(browser.run(script)).isEqualTo("rgb(246, 247, 249)");
        browser.prefer("dark");
        assertThat(browser.run(script)).isEqualTo("rgb(15, 20, 26)");
        browser.prefer("light");
    }

    @Test
    void nothingComesFromElsewhereAndNothingIsRefused() {
        browser.find("#run").click();
        awaitCell("account-000");
        Object foreign =
                browser.run(
                        "return performance.getEntriesByType('resource').map(e => e.name)"
                                + ".filter(name => !name.startsWith(arguments[0]))",
                        bank.address() + "/");
        assertThat((List<?>) foreign).isEmpty();
        Object inline =
                browser.run(
                        "const script = document.createElement('script');"
                                + "script.textContent = 'window.breach = true';"
                                + "document.body.append(script); return window.breach ?? false");
        assertThat(inline).as("whether an inline script runs").isEqualTo(false);
        assertThat(browser.complaints())
                .filteredOn(line -> !line.contains("inline script"))
                .isEmpty();
    }

    @Test
    void tokenIsAskedFor() throws Exception {
        try (TestBank guarded = TestBank.start(Map.of("tspoon.query.token", TOKEN))) {
            fill(guarded);
            browser.open(guarded.address() + "/");
            browser.find("#bearer").sendKeys("a-wrong-token-9876543210", Keys.ENTER);
            browser.awaitText("#page-problem", ".*UNAUTHENTICATED.*");
            browser.find("#bearer").sendKeys(TOKEN, Keys.ENTER);
            browser.awaitText("#connection", "live");
            browser.find("#run").click();
            awaitCell("account-000");
            assertThat(curl())
                    .contains(" -H \"Authorization: Bearer $TOKEN\"")
                    .doesNotContain(TOKEN);
        }
    }

    @Test
    void slowAnswerGivesWayToThatOfANewerRun() throws Exception {
        choose("#kind", "one key");
        browser.find("#key").sendKeys("account-001");
        holdAnswer("/value?key=%22account-001%22");
        browser.find("#run").click();
        awaitHeld();
        browser.find("#key").clear();
        browser.find("#key").sendKeys("account-003", Keys.chord(Keys.CONTROL, Keys.ENTER));
        awaitCell("979");

        giveAnswer();
        assertThat(browser.all("table.rows td"))
                .extracting(WebElement::getText)
                .containsExactly("account-003", "979");
        assertThat(browser.find("#run").isEnabled()).isTrue();
    }

    @Test
    void answerIsNotShownUnderAnotherGraph() throws Exception {
        try (TestJob job = twoGraphs()) {
            browser.open(job.address(0) + "/");
            browser.awaitText("#graph-heading", "bank");
            holdAnswer("/graphs/bank/states/balance/scan");
            browser.find("#run").click();
            awaitHeld();
            browser.awaitText("#graphs button", "shop").click();
            browser.awaitText("#graph-heading", "shop");
            assertThat(browser.find("#run").isEnabled()).isTrue();

            giveAnswer();
            assertThat(browser.run("return document.getElementById('result').innerText"))
                    .isEqualTo("");
        }
    }

    @Test
    void anotherGraphCanBeChosenWhileThePageLooks() throws Exception {
        try (TestJob job = twoGraphs()) {
            browser.open(job.address(0) + "/");
            browser.awaitText("#connection", "live");
            holdAnswer("/graphs/bank");
            awaitHeld();
            browser.run(
                    "window.said = []; const node = document.getElementById('connection');"
                            + "new MutationObserver(() => said.push(node.textContent))"
                            + ".observe(node, { childList: true });");
            browser.awaitText("#graphs button", "shop").click();
            giveAnswer();
            browser.awaitText("#graph-heading", "shop");
            browser.awaitText("#connection", "live");
            assertThat((List<?>) browser.run("return window.said")).isEmpty();
        }
    }

    @Test
    void proceduresAreCalled() throws Exception {
        MemoryCalls calls = MemoryCalls.of(1);
        try (TestJob job = callable(calls)) {
            browser.open(job.address(0) + "/");
            browser.awaitText(
                    "#call-types",
                    "\\{ from: string, to: string, amount: integer \\} → "
                            + "\\{ account: string, balance: integer \\}");
            assertThat(new Select(browser.find("#procedure")).getOptions())
                    .extracting(WebElement::getText)
                    .containsExactly("transfer", "length", "write states");
            assertThat(value("#request").replaceAll("\\s", ""))
                    .isEqualTo("{\"from\":\"\",\"to\":\"\",\"amount\":0}");
            String key = value("#call-key");
            assertThat(UUID.fromString(key).version()).isEqualTo(4);

            type("#request", "{\"from\": \"alice\", \"to\": \"bob\", \"amount\": 30}");
            browser.find("#call-run").click();
            browser.awaitText("#outcome .badge", "committed");
            browser.awaitText("#outcome pre", ".*\"balance\": 70.*");
            assertThat((String) browser.run("return document.querySelector('#outcome').innerHTML"))
                    .contains("Idempotency-Key: " + key)
                    .contains("/calls/transfer?wait=executed");
            browser.find("#call-run").click();
            browser.awaitText("#outcome .muted", "the outcome of an earlier request");
            assertThat(calls.executed()).isEqualTo(1);

            type("#request", "{\"from\": \"alice\", \"to\": \"bob\", \"amount\": 71}");
            assertThat(value("#call-key")).isNotEqualTo(key);
            browser.find("#call-run").click();
            browser.awaitText("#outcome .badge", "aborted");
            browser.awaitText("#outcome p", "CONSTRAINT: balance is not negative balance");
            browser.find("#new-key").click();
            type("#request", "{\"from\": \"alice\", \"to\": \"bob\"}");
            browser.find("#call-run").click();
            browser.awaitText("#outcome .problem", ".*/amount: it is missing.*not executed.*");
            type("#request", "{\"from\": \"alice\", \"to\": \"nobody\", \"amount\": 1}");
            browser.find("#call-run").click();
            browser.awaitText("#outcome .problem", ".*FAILED.*FAILURE: IllegalStateException.*");
            type("#request", "{");
            browser.find("#call-run").click();
            browser.awaitText("#outcome .problem", ".*The request is not JSON.*");
            assertThat(calls.executed()).isEqualTo(3);
        }
    }

    @Test
    void statesAreWritten() throws Exception {
        MemoryCalls calls = MemoryCalls.of(1);
        try (TestJob job = callable(calls)) {
            browser.open(job.address(0) + "/");
            choose("#procedure", "write states");
            assertThat(value("#request").replaceAll("\\s", ""))
                    .startsWith("{\"expect\":[{\"state\":\"balance\",\"key\":\"\",\"value\":0}]");

            type(
                    "#request",
                    "{\"put\": [{\"state\": \"balance\", \"key\": \"carl\", \"value\": 7}]}");
            browser.find("#call-run").click();
            browser.awaitText("#outcome .badge", "committed");
            assertThat(calls.balance("carl")).isEqualTo(7);
            type(
                    "#request",
                    "{\"expect\": [{\"state\": \"balance\", \"key\": \"carl\", \"value\": 8}]}");
            browser.find("#call-run").click();
            browser.awaitText("#outcome p", "EXPECTATION: /expect/0 balance, carl, exists=true");
            assertThat(browser.complaints()).isEmpty();
        }
    }

    /** There is no form where nothing can be called. */
    @Test
    void withoutProceduresThereIsNoForm() {
        browser.awaitText("#states td", "balance is not negative");
        assertThat(browser.run("return document.getElementById('call-section').hidden"))
                .isEqualTo(true);
    }

    private static TestJob callable(MemoryCalls calls) throws Exception {
        return TestJob.callable(1, calls, new Configuration());
    }

    private static void type(String field, String text) {
        WebElement node = browser.find(field);
        node.clear();
        node.sendKeys(text);
    }

    private static String value(String field) {
        return Objects.requireNonNull(browser.find(field).getDomProperty("value"));
    }

    private static TestJob twoGraphs() throws Exception {
        TestJob job = TestJob.start(1, new Configuration());
        for (String graph : List.of("bank", "shop")) {
            job.state(graph, "balance", Types.STRING, Types.LONG, 1).put("only in " + graph, 1L, 1);
        }
        return job;
    }

    /** Holds the next answer to a request whose path ends so. */
    private static void holdAnswer(String end) {
        browser.run(
                """
                const [end] = arguments;
                const real = window.fetch;
                window.held = false;
                window.arrived = false;
                window.fetch = async (path, options) => {
                  if (!path.endsWith(end)) return real(path, options);
                  window.fetch = real;
                  const response = await real(path, options);
                  const text = await response.text();
                  await new Promise((resolve) => { window.give = resolve; window.held = true; });
                  setTimeout(() => { window.arrived = true; }); // behind all that waits for it
                  return { ok: response.ok, status: response.status, text: async () => text };
                };
                """,
                end);
    }

    private static void awaitHeld() throws Exception {
        Await.until("the answer", () -> (Boolean) browser.run("return window.held"));
    }

    /** Returns when the page has done with the answer whatever it does. */
    private static void giveAnswer() throws Exception {
        browser.run("window.give()");
        Await.until("its arrival", () -> (Boolean) browser.run("return window.arrived"));
    }

    private static String curl() {
        return (String)
                browser.run("return document.querySelector('#result pre')?.textContent ?? ''");
    }

    private static void choose(String select, String option) {
        new Select(browser.find(select)).selectByVisibleText(option);
    }

    private static void awaitCell(String text) {
        browser.awaitText("table.rows td", text);
    }

    private static int points(WebElement line) {
        return Objects.requireNonNull(line.getDomAttribute("d")).split("[ML]").length - 1;
    }
}
