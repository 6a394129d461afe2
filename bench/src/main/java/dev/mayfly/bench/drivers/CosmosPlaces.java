package dev.mayfly.bench.drivers;

import dev.mayfly.base.clock.SystemClock;
import dev.mayfly.bench.drivers.CosmosConnection.Answer;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;

/** Measures questions for places in a container, by a spatial index and by a look at every item. */
final class CosmosPlaces {
    static final String NAME = "cosmos places by index and by scan";

    private static final int ITEMS = 1_000_000;
    private static final int BATCH = 100;
    private static final int REPEATS = 9;

    /** Around each place lie about a hundred items of a million. */
    private static final int METERS = 127_000;

    /** The half of the side of a square, in degrees. */
    private static final double HALF_SIDE = 1;

    private static final double LATITUDE_MAX = 85;
    private static final String CONTAINER = "places";
    private static final String PATH = CosmosTarget.path(CONTAINER);

    /** The same place stands at two paths, of which one has an index. */
    private static final String INDEXED = "at";

    private static final String UNINDEXED = "no";
    private static final String POLICY = ",\"indexingPolicy\":{\"includedPaths\":[{\"path\":\"/pk/?\"}],"
            + "\"excludedPaths\":[{\"path\":\"/*\"}],\"spatialIndexes\":[{\"path\":\"/" + INDEXED
            + "/*\",\"types\":[\"Point\"]}]}";

    private final CosmosTarget target;
    private final RandomGenerator random = new SplittableRandom(5);
    private final StringBuilder text = new StringBuilder(NAME);

    private CosmosPlaces(CosmosTarget target) {
        this.target = target;
    }

    static String measure(CosmosTarget target, Scale scale) throws Exception {
        CosmosPlaces places = new CosmosPlaces(target);
        places.load(scale.of(ITEMS));
        int repeats = scale == Scale.SMOKE ? 1 : REPEATS;
        int scans = scale == Scale.SMOKE ? 1 : 3;
        places.line("distance", repeats, scans, places::around);
        places.line("within", repeats, scans, places::square);
        return places.text.toString();
    }

    /** Loads the items by batches, each in one partition. */
    private void load(int items) throws Exception {
        target.create(CONTAINER, POLICY);
        target.inParallel(items / BATCH, (connection, batch) -> {
            RandomGenerator random = new SplittableRandom(batch);
            List<String> made = new ArrayList<>();
            for (int member = 0; member < BATCH; member++) {
                String place =
                        "{\"type\":\"Point\",\"coordinates\":[" + longitude(random) + "," + latitude(random) + "]}";
                made.add("{\"id\":\"" + (batch * BATCH + member) + "\",\"pk\":\"p" + batch % 100 + "\",\"" + INDEXED
                        + "\":" + place + ",\"" + UNINDEXED + "\":" + place + "}");
            }
            CosmosTarget.createBatch(connection, PATH, batch % 100, made);
        });
    }

    private static double longitude(RandomGenerator random) {
        return random.nextDouble() * 360 - 180;
    }

    /** All places of the sphere are as likely. */
    private static double latitude(RandomGenerator random) {
        return Math.toDegrees(Math.asin(random.nextDouble() * 2 - 1));
    }

    /** A condition about the place at a path. */
    private interface Condition {
        String of(String path);
    }

    private interface Question {
        Condition next();
    }

    private Condition around() {
        String point = "{'type': 'Point', 'coordinates': [" + longitude(random) + ", " + latitude(random) + "]}";
        return path -> "ST_DISTANCE(c." + path + ", " + point + ") < " + METERS;
    }

    private Condition square() {
        double west = longitude(random) * (1 - HALF_SIDE / 90);
        double south = Math.clamp(latitude(random), -LATITUDE_MAX, LATITUDE_MAX);
        double east = west + 2 * HALF_SIDE;
        double north = south + 2 * HALF_SIDE;
        String ring = String.format(
                Locale.ROOT,
                "[[%f, %f], [%f, %f], [%f, %f], [%f, %f], [%f, %f]]",
                west,
                south,
                east,
                south,
                east,
                north,
                west,
                north,
                west,
                south);
        return path -> "ST_WITHIN(c." + path + ", {'type': 'Polygon', 'coordinates': [" + ring + "]})";
    }

    private void line(String kind, int repeats, int scans, Question question) throws IOException {
        double[] index = new double[repeats];
        double[] scan = new double[scans];
        try (CosmosConnection connection = target.connect()) {
            for (int repeat = 0; repeat < repeats; repeat++) {
                index[repeat] = millis(connection, question.next().of(INDEXED));
            }
            for (int repeat = 0; repeat < scans; repeat++) {
                scan[repeat] = millis(connection, question.next().of(UNINDEXED));
            }
        }
        text.append(String.format(
                Locale.ROOT, "%n    %-10s by index %8.2f ms, by scan %8.2f ms", kind, median(index), median(scan)));
    }

    /** Reads all pages. */
    private static double millis(CosmosConnection connection, String condition) throws IOException {
        long start = SystemClock.INSTANCE.tickNanos();
        String continuation = "";
        do {
            String more =
                    CosmosTarget.QUERY + (continuation.isEmpty() ? "" : "x-ms-continuation: " + continuation + "\r\n");
            Answer answer = connection
                    .send(
                            "POST",
                            "/" + PATH + "/docs",
                            "docs",
                            PATH,
                            more,
                            "{\"query\":\"SELECT VALUE c.id FROM c WHERE " + condition + "\"}")
                    .require(200);
            continuation = answer.continuation();
        } while (!continuation.isEmpty());
        return (SystemClock.INSTANCE.tickNanos() - start) / 1e6;
    }

    private static double median(double[] times) {
        Arrays.sort(times);
        return times[times.length / 2];
    }
}
