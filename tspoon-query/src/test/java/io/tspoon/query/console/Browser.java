/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.console;

import org.junit.jupiter.api.Assumptions;
import org.openqa.selenium.By;
import org.openqa.selenium.OutputType;
import org.openqa.selenium.StaleElementReferenceException;
import org.openqa.selenium.WebDriver;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;
import org.openqa.selenium.logging.LogEntry;
import org.openqa.selenium.logging.LogType;
import org.openqa.selenium.logging.LoggingPreferences;
import org.openqa.selenium.support.ui.Wait;
import org.openqa.selenium.support.ui.WebDriverWait;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.logging.Level;

/** A headless Chromium with an empty profile. */
final class Browser implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final ChromeDriver driver;

    private Browser(ChromeDriver driver) {
        this.driver = driver;
    }

    /**
     * Starts one; the test that calls it is skipped where Chromium or its driver is missing.
     *
     * @param profile an empty directory
     */
    static Browser start(Path profile) {
        Optional<File> chromium = onPath("chromium");
        Optional<File> chromedriver = onPath("chromedriver");
        Assumptions.assumeTrue(
                chromium.isPresent() && chromedriver.isPresent(),
                "The console is not tested: chromium or chromedriver is not on the PATH."
                        + " Debian's packages are chromium and chromium-driver.");
        ChromeOptions options = new ChromeOptions();
        options.setBinary(chromium.orElseThrow());
        options.addArguments(
                "--headless",
                "--no-sandbox",
                "--disable-gpu",
                "--disable-quic",
                "--disable-dev-shm-usage",
                "--no-first-run",
                "--disable-background-networking",
                "--disable-component-update",
                "--disable-sync",
                "--force-color-profile=srgb",
                "--hide-scrollbars",
                "--window-size=1280,1400",
                "--user-data-dir=" + profile);
        LoggingPreferences logs = new LoggingPreferences();
        logs.enable(LogType.BROWSER, Level.ALL);
        options.setCapability("goog:loggingPrefs", logs);
        ChromeDriverService service =
                new ChromeDriverService.Builder()
                        .usingDriverExecutable(chromedriver.orElseThrow())
                        .usingAnyFreePort()
                        .build();
        return new Browser(new ChromeDriver(service, options));
    }

    private static Optional<File> onPath(String program) {
        return Arrays.stream(System.getenv("PATH").split(File.pathSeparator))
                .map(directory -> new File(directory, program))
                .filter(File::canExecute)
                .findFirst();
    }

    void open(String address) {
        driver.get(address);
    }

    /** Light or dark, as the user's system would say. */
    void prefer(String scheme) {
        driver.executeCdpCommand(
                "Emulation.setEmulatedMedia",
                Map.of(
                        "features",
                        List.of(Map.of("name", "prefers-color-scheme", "value", scheme))));
    }

    WebElement find(String css) {
        return await(css, element -> true);
    }

    List<WebElement> all(String css) {
        return driver.findElements(By.cssSelector(css));
    }

    /** The first element of that kind, as soon as it is shown and fits. */
    WebElement await(String css, Predicate<WebElement> condition) {
        return patiently(css)
                .until(
                        any ->
                                all(css).stream()
                                        .filter(WebElement::isDisplayed)
                                        .filter(condition)
                                        .findFirst()
                                        .orElse(null));
    }

    /**
     * Waits until an element of that kind is shown and all of its text fits. The page looks by
     * itself, so it does not matter how many there are and whether they are replaced meanwhile.
     */
    WebElement awaitText(String css, String pattern) {
        String script =
                "return [...document.querySelectorAll(arguments[0])].find(node =>"
                        + " node.checkVisibility() && new RegExp('^(?:' + arguments[1] + ')$', 's')"
                        + ".test(node.innerText.trim())) ?? null";
        return patiently(css + " ~ " + pattern)
                .until(any -> (WebElement) driver.executeScript(script, css, pattern));
    }

    /** What has the keyboard. */
    WebElement focused() {
        return driver.switchTo().activeElement();
    }

    Object run(String script, Object... arguments) {
        return driver.executeScript(script, arguments);
    }

    /** Errors and warnings of the page, such as breaches of its content security policy. */
    List<String> complaints() {
        return driver.manage().logs().get(LogType.BROWSER).getAll().stream()
                .map(LogEntry::getMessage)
                .toList();
    }

    void keepPicture(Path file) throws IOException {
        Files.createDirectories(file.getParent());
        Files.write(file, driver.getScreenshotAs(OutputType.BYTES));
    }

    private Wait<WebDriver> patiently(String what) {
        return new WebDriverWait(driver, PATIENCE)
                .ignoring(StaleElementReferenceException.class)
                .withMessage(() -> what + " at " + driver.getCurrentUrl() + "\n" + bodyText());
    }

    private String bodyText() {
        return driver.findElement(By.tagName("body")).getText();
    }

    @Override
    public void close() {
        driver.quit();
    }
}
