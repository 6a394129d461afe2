package dev.mayfly.test.conformance.rules;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.AccessTarget;
import com.tngtech.archunit.lang.syntax.elements.GivenClassesConjunction;
import java.io.ByteArrayOutputStream;
import java.io.FileReader;
import java.io.FileWriter;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.Charset;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZonedDateTime;
import java.util.Date;
import java.util.Scanner;
import java.util.Timer;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Calls that the house guide bans: what reads the machine's clock, its charset, or ends the process. */
final class BannedCallsTest {
    @Test
    void onlyTheClockReadsTheTime() {
        outside("dev.mayfly.base.clock..")
                .should(Calls.of(
                        "read the machine's clock",
                        any(
                                Calls.methods(System.class, "currentTimeMillis", "nanoTime"),
                                Calls.methods(Instant.class, "now"),
                                Calls.methods(LocalDate.class, "now"),
                                Calls.methods(LocalDateTime.class, "now"),
                                Calls.methods(OffsetDateTime.class, "now"),
                                Calls.methods(ZonedDateTime.class, "now"),
                                Calls.methods(
                                        java.time.Clock.class,
                                        "systemUTC",
                                        "systemDefaultZone",
                                        "system",
                                        "tickMillis"),
                                Calls.newOne(Date.class))))
                .because("base/clock has the one seam with two readings")
                .check(TheHouse.CLASSES);
    }

    @Test
    void onlyTheClockSleepsAndSchedules() {
        outside("dev.mayfly.base.clock..")
                .should(Calls.of(
                        "sleep, or make a scheduler",
                        any(
                                Calls.methods(Thread.class, "sleep"),
                                Calls.methods(TimeUnit.class, "sleep"),
                                Calls.methods(
                                        Executors.class, "newScheduledThreadPool", "newSingleThreadScheduledExecutor"),
                                Calls.constructor(ScheduledThreadPoolExecutor.class.getName()),
                                Calls.constructor(Timer.class.getName()))))
                .because("Timers is the one way to run something later")
                .check(TheHouse.CLASSES);
    }

    @Test
    void nobodyTrustsTheDefaultCharset() {
        noClasses()
                .should(Calls.of(
                        "use the default charset",
                        any(
                                Calls.exactly(String.class, "getBytes"),
                                Calls.newOne(String.class, byte[].class),
                                Calls.newOne(String.class, byte[].class, int.class, int.class),
                                Calls.exactly(ByteArrayOutputStream.class, "toString"),
                                Calls.methods(Charset.class, "defaultCharset"),
                                Calls.newOne(FileReader.class, String.class),
                                Calls.newOne(FileReader.class, java.io.File.class),
                                Calls.newOne(FileWriter.class, String.class),
                                Calls.newOne(FileWriter.class, java.io.File.class),
                                Calls.newOne(InputStreamReader.class, InputStream.class),
                                Calls.newOne(OutputStreamWriter.class, OutputStream.class),
                                Calls.newOne(PrintWriter.class, OutputStream.class),
                                Calls.newOne(PrintWriter.class, OutputStream.class, boolean.class),
                                Calls.newOne(PrintStream.class, OutputStream.class),
                                Calls.newOne(PrintStream.class, OutputStream.class, boolean.class),
                                Calls.newOne(Scanner.class, InputStream.class))))
                .check(TheHouse.CLASSES);
    }

    @Test
    void onlyApplicationsEndTheProcess() {
        outside("dev.mayfly.app..")
                .should(Calls.of(
                        "end the process",
                        any(Calls.methods(System.class, "exit"), Calls.methods(Runtime.class, "exit", "halt"))))
                .check(TheHouse.CLASSES);
    }

    @Test
    void nothingHangsOnThreads() {
        noClasses()
                .should()
                .dependOnClassesThat()
                .belongToAnyOf(ThreadLocal.class, InheritableThreadLocal.class)
                .because("context goes in parameters, or in a ScopedValue")
                .check(TheHouse.CLASSES);
    }

    private static GivenClassesConjunction outside(String packages) {
        return noClasses().that().resideOutsideOfPackage(packages);
    }

    @SafeVarargs
    @SuppressWarnings("varargs") // The bans are only read.
    private static DescribedPredicate<AccessTarget> any(DescribedPredicate<AccessTarget>... bans) {
        return DescribedPredicate.describe("banned", target -> Stream.of(bans).anyMatch(ban -> ban.test(target)));
    }
}
