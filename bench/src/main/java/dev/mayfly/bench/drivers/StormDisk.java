package dev.mayfly.bench.drivers;

import dev.mayfly.base.clock.SystemClock;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;

/**
 * The disk that a server takes while documents that expire at one instant are destroyed, with its events kept and without; and
 * whether the backlog that its metrics tell is that of the same moment.
 */
final class StormDisk {
    static final String NAME = "mongo disk after a storm";

    private static final int DOCUMENTS = 1_000_000;
    private static final int STAYING = 20_000;
    private static final int LIFETIME_SECONDS = 40;
    private static final int WATCHED_SECONDS = 60;

    private final Scale scale;
    private final Path data;
    private final URI metrics;
    private final HttpClient client = HttpClient.newHttpClient();

    private StormDisk(Scale scale, Path data, int port) {
        this.scale = scale;
        this.data = data;
        this.metrics = URI.create("http://127.0.0.1:" + port + "/metrics");
    }

    static String measure(Options options, Path folder) throws Exception {
        String kept = NAME + ", " + WATCHED_SECONDS + " s after the instant" + run("with events", options, folder);
        // The way is the same without, and a smoke test need not go it twice.
        return options.scale() == Scale.SMOKE
                ? kept
                : kept + run("without events", options, folder, "--events-retain", "0");
    }

    private static String run(String kind, Options options, Path folder, String... more) throws Exception {
        int port = ServerProcess.freePort();
        String name = kind.replace(' ', '-');
        String[] all = Stream.concat(Stream.of("--http-port", Integer.toString(port)), Stream.of(more))
                .toArray(String[]::new);
        try (MongoTarget target = MongoTarget.mayfly(name, options, folder, all)) {
            return String.format(
                    Locale.ROOT,
                    "%n    %-16s %s",
                    kind,
                    new StormDisk(options.scale(), folder.resolve(name + ".data"), port).watch(target));
        }
    }

    private String watch(MongoTarget target) throws Exception {
        int expiring = scale.of(DOCUMENTS);
        long deadline =
                SystemClock.INSTANCE.wallMillis() + TimeUnit.SECONDS.toMillis(Math.max(2, scale.of(LIFETIME_SECONDS)));
        new MongoStorm(target, scale, StormDisk::text).load(expiring, scale.of(STAYING), deadline);
        long end = deadline + TimeUnit.SECONDS.toMillis(Math.max(2, scale.of(WATCHED_SECONDS)));
        long peak = 0;
        long swept = 0;
        long wrongSince = 0;
        long wrong = 0;
        for (long now = SystemClock.INSTANCE.wallMillis(); now < end; now = SystemClock.INSTANCE.wallMillis()) {
            peak = Math.max(peak, bytes());
            if (now >= deadline) {
                List<String> lines = lines();
                double purged = value(lines, "mayfly_purged_total");
                boolean isRight = Math.abs(expiring - purged - value(lines, "mayfly_purge_backlog")) < expiring / 20.0;
                wrongSince = isRight ? 0 : wrongSince == 0 ? now : wrongSince;
                wrong = Math.max(wrong, wrongSince == 0 ? 0 : now - wrongSince);
                swept = purged < expiring ? now - deadline : swept;
            }
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(250));
        }
        long rest = bytes();
        return String.format(
                Locale.ROOT,
                "peak %,d bytes, then %,d: %.1f %%; destroyed after %.1f s; the backlog told was off by a twentieth for at most %.1f s",
                peak,
                rest,
                100.0 * rest / peak,
                swept / 1e3,
                wrong / 1e3);
    }

    /** Text that hardly compresses, as ids and tokens do. */
    private static String text(int number) {
        byte[] bytes = new byte[Samples.PADDING.length() / 2];
        new Random(number).nextBytes(bytes);
        return HexFormat.of().formatHex(bytes);
    }

    private List<String> lines() throws IOException, InterruptedException {
        return client.send(HttpRequest.newBuilder(metrics).build(), BodyHandlers.ofString())
                .body()
                .lines()
                .toList();
    }

    private static double value(List<String> lines, String metric) {
        return lines.stream()
                .filter(line -> line.startsWith(metric + " "))
                .mapToDouble(line -> Double.parseDouble(line.substring(metric.length() + 1)))
                .findFirst()
                .orElseThrow();
    }

    /** Files may go while they are counted. */
    private long bytes() throws IOException {
        List<Path> files;
        try (Stream<Path> walk = Files.walk(data)) {
            files = walk.toList();
        } catch (UncheckedIOException _) {
            return 0;
        }
        long bytes = 0;
        for (Path file : files) {
            try {
                bytes += Files.isRegularFile(file) ? Files.size(file) : 0;
            } catch (NoSuchFileException _) {
                // It takes no disk any more.
            }
        }
        return bytes;
    }
}
