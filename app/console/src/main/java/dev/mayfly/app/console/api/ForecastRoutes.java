package dev.mayfly.app.console.api;

import dev.mayfly.app.console.AdminServices;
import dev.mayfly.app.console.RequestTarget;
import dev.mayfly.app.console.error.AdminException;
import dev.mayfly.app.console.http.ApiAnswers;
import dev.mayfly.app.console.text.Times;
import dev.mayfly.app.console.view.HiddenCountCache;
import dev.mayfly.app.console.view.InstantView;
import dev.mayfly.engine.Collection;
import dev.mayfly.engine.Engine;
import dev.mayfly.engine.error.EngineError;
import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.expiry.Amount;
import dev.mayfly.engine.forecast.ExpiryHistory;
import dev.mayfly.engine.forecast.Forecast;
import dev.mayfly.engine.forecast.ForecastRange;
import dev.mayfly.engine.forecast.HiddenByDeadline;
import dev.mayfly.engine.forecast.PropertyForecast;
import dev.mayfly.engine.read.ReadInstant;
import dev.mayfly.engine.read.ReadView;
import dev.mayfly.face.transport.http.HttpRequest;
import dev.mayfly.face.transport.http.HttpResponse;
import java.time.DateTimeException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The routes of past and future expiry on one axis. */
final class ForecastRoutes {
    /** The parameters by which the axis is chosen. */
    static final String[] PARAMETERS = {"from", "until", "bucket"};

    /**
     * The number of hidden documents above which their place on the axis is not computed, since each must be looked
     * at.
     */
    static final long STANDING_MAX = 1_000_000;

    private static final String FROM = "0s";
    private static final String UNTIL = "24h";
    private static final String BUCKET = "1h";

    private final Engine engine;
    private final HiddenCountCache hiddenCounts;
    private final RequestTarget finder;

    ForecastRoutes(AdminServices services, HiddenCountCache hiddenCounts) {
        this.engine = services.engine();
        this.hiddenCounts = hiddenCounts;
        this.finder = new RequestTarget(services.engine(), services.keys());
    }

    /** A number of documents and their stored bytes. */
    record AmountView(long documents, long bytes) {
        static AmountView of(Amount amount) {
            return new AmountView(amount.documents(), amount.bytes());
        }
    }

    /**
     * The documents that fall due in a bucket, that expired and were destroyed in it, and that expired in it and are
     * still stored.
     *
     * @param documents the number that falls due from now on
     * @param grace of those still stored, the ones that may still be brought back
     * @param overdue of those still stored, the dead
     * @param waiting of those still stored, the ones not announced yet or announced later, and so not counted as
     *     expired
     * @param properties the number of properties that fall due from now on, before their documents
     */
    record BucketView(
            @Nullable InstantView from,
            long documents,
            long bytes,
            long expired,
            long expiredBytes,
            long purged,
            long purgedBytes,
            long grace,
            long graceBytes,
            long overdue,
            long overdueBytes,
            long waiting,
            long waitingBytes,
            long properties) {}

    /** The numbers of properties that are hidden and not taken out yet, and that fall due beside the buckets. */
    record PropertiesView(long hidden, long sooner, long beyond) {}

    /**
     * A forecast.
     *
     * @param standing whether the buckets tell what stands; it is left out where that is too much to be looked at
     * @param hidden what has expired and is still stored, in grace or overdue
     * @param sooner what falls due between now and the first bucket
     * @param uncounted what is not looked at yet, while a large collection is being counted; null once all is
     * @param properties of these documents; null where none dies before its document
     */
    record ForecastView(
            @Nullable InstantView from,
            @Nullable InstantView until,
            @Nullable InstantView now,
            long bucketMillis,
            boolean exact,
            boolean standing,
            List<BucketView> buckets,
            AmountView hidden,
            AmountView sooner,
            AmountView beyond,
            AmountView never,
            @Nullable AmountView uncounted,
            @Nullable PropertiesView properties) {
        static ForecastView of(
                Forecast forecast, ExpiryHistory past, @Nullable HiddenByDeadline counted, List<Amount> unannounced) {
            ForecastRange range = forecast.range();
            HiddenByDeadline standing = counted == null ? HiddenByDeadline.nothing(range) : counted;
            List<BucketView> buckets = new ArrayList<>(range.buckets());
            for (int bucket = 0; bucket < range.buckets(); bucket++) {
                Amount due = forecast.buckets().get(bucket);
                Amount expired = past.expired().get(bucket);
                Amount purged = past.purged().get(bucket);
                Amount grace = standing.grace().get(bucket);
                Amount overdue = standing.overdue().get(bucket);
                buckets.add(new BucketView(
                        InstantView.of(range.begin(bucket)),
                        due.documents(),
                        due.bytes(),
                        expired.documents(),
                        expired.bytes(),
                        purged.documents(),
                        purged.bytes(),
                        grace.documents(),
                        grace.bytes(),
                        overdue.documents(),
                        overdue.bytes(),
                        unannounced.get(bucket).documents(),
                        unannounced.get(bucket).bytes(),
                        forecast.properties().buckets().get(bucket)));
            }
            PropertyForecast properties = forecast.properties();
            return new ForecastView(
                    InstantView.of(range.from()),
                    InstantView.of(range.until()),
                    InstantView.of(forecast.asOf()),
                    range.bucketMillis(),
                    forecast.exact(),
                    counted != null,
                    buckets,
                    AmountView.of(forecast.hidden()),
                    AmountView.of(forecast.sooner()),
                    AmountView.of(forecast.beyond()),
                    AmountView.of(forecast.never()),
                    forecast.isWhole() ? null : AmountView.of(forecast.uncounted()),
                    properties.isEmpty()
                            ? null
                            : new PropertiesView(properties.hidden(), properties.sooner(), properties.beyond()));
        }
    }

    HttpResponse ofCollection(HttpRequest request) {
        Collection collection = finder.collection(request);
        ReadView reading = collection.reading(engine.instant());
        ForecastRange range = range(request, reading.now());
        Forecast forecast = collection.forecasts().forecast(reading, range);
        boolean isCounted = forecast.hidden().documents() <= STANDING_MAX;
        HiddenByDeadline standing = isCounted ? collection.hiddenDocuments().standing(reading, range) : null;
        ExpiryHistory past = collection.forecasts().past(range);
        List<Amount> unannounced = (standing == null ? HiddenByDeadline.nothing(range) : standing).unannounced(past);
        return ApiAnswers.json(200, ForecastView.of(forecast, past, standing, unannounced));
    }

    HttpResponse ofAll(HttpRequest request) {
        ReadInstant instant = engine.instant();
        ForecastRange range = range(request, instant.now());
        Forecast forecast = Forecast.nothing(range, instant.now());
        ExpiryHistory past = ExpiryHistory.nothing(range);
        HiddenByDeadline standing =
                hiddenCounts.count().hidden().documents() <= STANDING_MAX ? HiddenByDeadline.nothing(range) : null;
        List<Amount> unannounced = Amount.none(range.buckets());
        for (Collection collection : engine.catalog().all()) {
            try {
                ReadView reading = collection.reading(instant);
                Forecast next = collection.forecasts().forecast(reading, range);
                ExpiryHistory gone = collection.forecasts().past(range);
                past = past.plus(gone);
                forecast = forecast.plus(next);
                if (standing != null) {
                    HiddenByDeadline still = collection.hiddenDocuments().standing(reading, range);
                    standing = standing.plus(still);
                    unannounced = Amount.sums(unannounced, still.unannounced(gone));
                }
            } catch (EngineException dropped) {
                if (!(dropped.error() instanceof EngineError.CollectionMissing)) {
                    throw dropped;
                }
            }
        }
        return ApiAnswers.json(200, ForecastView.of(forecast, past, standing, unannounced));
    }

    /** The axis, its buckets at whole multiples of their length. */
    static ForecastRange range(HttpRequest request, long now) {
        String bucketText = given(request, "bucket", BUCKET);
        try {
            long bucket = Times.duration(bucketText).toMillis();
            long from = instant(given(request, "from", FROM), now);
            long until = instant(given(request, "until", UNTIL), now);
            if (bucket <= 0) {
                throw AdminException.badRequest("bucket: it lasts no time");
            }
            return new ForecastRange(Math.floorDiv(from, bucket) * bucket, until, bucket);
        } catch (DateTimeException | ArithmeticException wrong) {
            throw AdminException.badRequest(String.valueOf(wrong.getMessage()));
        } catch (IllegalArgumentException _) {
            throw AdminException.badRequest("from lies before until, and there are at most " + ForecastRange.BUCKETS_MAX
                    + " buckets between them");
        }
    }

    private static String given(HttpRequest request, String name, String otherwise) {
        String text = request.queryValue(name);
        return text == null ? otherwise : text;
    }

    /** An instant, or a time from now such as {@code 24h} or {@code -24h}. */
    private static long instant(String text, long now) {
        boolean past = text.startsWith("-");
        try {
            Duration distance = Times.duration(past ? text.substring(1) : text);
            return past ? now - distance.toMillis() : now + distance.toMillis();
        } catch (DateTimeException _) {
            return Times.instant(text).toEpochMilli();
        }
    }
}
