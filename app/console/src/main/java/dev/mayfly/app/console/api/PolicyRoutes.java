package dev.mayfly.app.console.api;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.mayfly.app.console.AdminServices;
import dev.mayfly.app.console.ExpireShare;
import dev.mayfly.app.console.RequestTarget;
import dev.mayfly.app.console.error.AdminException;
import dev.mayfly.app.console.error.WouldExpireException;
import dev.mayfly.app.console.http.ApiAnswers;
import dev.mayfly.app.console.view.CollectionNames;
import dev.mayfly.app.console.view.RuleNames;
import dev.mayfly.base.document.FieldPath;
import dev.mayfly.engine.Collection;
import dev.mayfly.engine.Engine;
import dev.mayfly.engine.catalog.CollectionRecord;
import dev.mayfly.engine.catalog.ExpireLimit;
import dev.mayfly.engine.catalog.PropertyTerm;
import dev.mayfly.engine.catalog.QueueDefinition;
import dev.mayfly.engine.error.EngineError;
import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.expiry.Policy;
import dev.mayfly.engine.expiry.PropertyRule;
import dev.mayfly.engine.expiry.Rule;
import dev.mayfly.engine.forecast.DryRun;
import dev.mayfly.engine.forecast.DryRunTree;
import dev.mayfly.engine.forecast.ScanProgress;
import dev.mayfly.engine.schema.PolicyChange;
import dev.mayfly.face.api.FaceDefinitions;
import dev.mayfly.face.api.FacePolicies;
import dev.mayfly.face.api.KeyReader;
import dev.mayfly.face.transport.http.HttpRequest;
import dev.mayfly.face.transport.http.HttpResponse;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** The policy of a collection: shown, tried, and changed as the collection's own face would change it. */
final class PolicyRoutes {
    private final Engine engine;
    private final ExpireShare share;
    private final RequestTarget finder;
    private final Map<String, KeyReader> keys;
    private final Map<String, FacePolicies> policies;
    private final AdminServices services;

    PolicyRoutes(AdminServices services) {
        this.engine = services.engine();
        this.share = services.share();
        this.finder = new RequestTarget(services.engine(), services.keys());
        this.keys = services.keys();
        this.policies = services.policies();
        this.services = services;
    }

    /**
     * The policy in the form of a request.
     *
     * @param guard the number of documents that a change may expire at once
     */
    record PolicySettings(
            RulesView rules, String grace, long graceMillis, String visibility, boolean masked, GuardView guard) {}

    /**
     * The rules in the form in which they are changed.
     *
     * @param standard {@code off}, {@code none} or a duration; null where a face has no such rule
     */
    record RulesView(
            @JsonProperty("default") @Nullable String standard,
            @Nullable List<FieldView> fields,
            @Nullable List<PropertyView> properties,
            @Nullable String maxTTL) {}

    /**
     * A rule about a property.
     *
     * @param from {@code set}, {@code write} or {@code own}, of what each document says; null where the time counts from a date
     * @param at the path of the date, or null
     */
    record PropertyView(
            String path, @Nullable String from, @Nullable String at, String after, long afterMillis) {
        /** Returns null for none. */
        static @Nullable List<PropertyView> of(CollectionRecord record, Policy policy) {
            List<PropertyView> views = new ArrayList<>();
            for (PropertyRule rule : policy.properties()) {
                QueueDefinition queue = record.queue(rule.queue()).orElseThrow();
                PropertyTerm term = Objects.requireNonNull(queue.property());
                String from = switch (term.start()) {
                    case PROPERTY_SET -> "set";
                    case DOCUMENT_WRITTEN -> "write";
                    case OWN -> "own";
                    case DATE -> null;
                };
                views.add(new PropertyView(
                        term.path().dotted(),
                        from,
                        from == null ? PolicyRoutes.path(record, rule.queue()) : null,
                        words(rule.afterSeconds()),
                        rule.afterSeconds() * 1000));
            }
            return views.isEmpty() ? null : views;
        }
    }

    record FieldView(String path, String after, long afterMillis) {}

    /**
     * The guard in force.
     *
     * @param maxExpire null where any number may expire
     * @param own whether the collection says so itself
     */
    record GuardView(@Nullable Long maxExpire, boolean own) {}

    HttpResponse show(HttpRequest request) {
        return ApiAnswers.json(200, settings(finder.collection(request)));
    }

    private PolicySettings settings(Collection collection) {
        CollectionRecord record = collection.record();
        Policy policy = record.policy().current();
        ExpireLimit guard = collection.definition().guard();
        return new PolicySettings(
                rules(collection, policy),
                words(policy.graceMillis() / 1000),
                policy.graceMillis(),
                policy.visibility().name().toLowerCase(Locale.ROOT),
                policy.masked(),
                new GuardView(
                        guard.isNone() ? null : Long.valueOf(guard.documents()),
                        !record.maxExpire().isInherited()));
    }

    private RulesView rules(Collection collection, Policy policy) {
        String standard = "off";
        boolean absolute = false;
        List<FieldView> fields = new ArrayList<>();
        for (Rule rule : policy.rules()) {
            switch (rule) {
                case Rule.Absolute _ -> absolute = true;
                case Rule.Modified modified ->
                    standard = modified.kind() == Rule.Modified.Kind.NO_DEFAULT ? "none" : words(modified.seconds());
                case Rule.Field field -> {
                    switch (RuleNames.instant(collection.record(), field.queue())) {
                        case EARLIEST_DATE ->
                            fields.add(new FieldView(
                                    path(collection.record(), field.queue()),
                                    words(field.afterSeconds()),
                                    field.afterSeconds() * 1000));
                        case EPOCH_SECOND -> standard = words(field.afterSeconds());
                        // It stands behind the default, if there is one.
                        case EPOCH_SECOND_AND_LIFETIME -> standard = standard.equals("off") ? "none" : standard;
                    }
                }
            }
        }
        boolean hasFields = definitions(collection).ruleForm() == FaceDefinitions.RuleForm.DEFAULT_AND_FIELDS;
        return new RulesView(
                absolute ? null : standard,
                hasFields ? fields : null,
                PropertyView.of(collection.record(), policy),
                maxTtl(collection));
    }

    private FaceDefinitions definitions(Collection collection) {
        return services.definitions(collection.name());
    }

    private static String path(CollectionRecord record, int queue) {
        return record.queue(queue)
                .map(found -> found.path())
                .map(FieldPath::dotted)
                .orElse("?");
    }

    private @Nullable String maxTtl(Collection collection) {
        FacePolicies face = policies.get(collection.name().face());
        OptionalLong seconds = face == null ? OptionalLong.empty() : face.maxTtl(collection);
        if (seconds.isEmpty()) {
            return null;
        }
        return seconds.getAsLong() < 0 ? "off" : seconds.getAsLong() == 0 ? "inherit" : words(seconds.getAsLong());
    }

    /** Seconds in the largest unit that fits. */
    private static String words(long seconds) {
        if (seconds != 0 && seconds % 86_400 == 0) {
            return seconds / 86_400 + "d";
        }
        if (seconds != 0 && seconds % 3_600 == 0) {
            return seconds / 3_600 + "h";
        }
        return seconds != 0 && seconds % 60 == 0 ? seconds / 60 + "m" : seconds + "s";
    }

    HttpResponse change(HttpRequest request) {
        Collection collection = finder.collection(request);
        PolicyRequest asked = PolicyRequest.of(ApiAnswers.object(request));
        requireVisible(collection, asked);
        ExpireLimit inForce = collection.definition().guard();
        ExpireLimit allowed =
                asked.allowed(inForce, share.of(collection.storedSize().documents()));
        FacePolicies face = face(collection, asked);
        face.alone(collection, () -> {
            PolicyChange change = collected(collection, face, asked);
            try {
                collection.allowing(allowed).definition().make(change);
            } catch (EngineException refused) {
                throw refused.error() instanceof EngineError.TooManyWouldExpire
                        ? asking(collection, face, asked, change)
                        : refused;
            }
            face.made(collection, asked.rules());
        });
        return ApiAnswers.json(200, settings(collection));
    }

    /** All that a request asks for, as one change. */
    private static PolicyChange collected(Collection collection, FacePolicies face, PolicyRequest asked) {
        PolicyChange change = new PolicyChange();
        Collection collecting = collection.collecting(change);
        face.collect(collecting, asked.rules());
        collecting.definition().changePolicy(asked::applied);
        ExpireLimit guard = asked.guard();
        if (guard != null) {
            collecting.definition().guard(guard);
        }
        return change;
    }

    /** Returns the request for confirmation, with the number of documents that the change would expire at once. */
    private WouldExpireException asking(
            Collection collection, FacePolicies face, PolicyRequest asked, PolicyChange change) {
        DryRun run = run(collection, change);
        long hidden = run.hidden().documents();
        long properties = run.properties().hidden();
        boolean isGuarded = !asked.yes()
                && hidden + properties > collection.definition().guard().documents();
        return new WouldExpireException(
                CollectionNames.text(collection.name()),
                hidden,
                properties,
                isGuarded,
                tree(collection, face, asked, run));
    }

    HttpResponse dryRun(HttpRequest request) {
        Collection collection = finder.collection(request);
        PolicyRequest asked = PolicyRequest.of(ApiAnswers.object(request));
        requireVisible(collection, asked);
        FacePolicies face = face(collection, asked);
        DryRun run = run(collection, collected(collection, face, asked));
        return ApiAnswers.json(200, tree(collection, face, asked, run));
    }

    private DryRun run(Collection collection, PolicyChange change) {
        return collection
                .forecasts()
                .dryRun(change, DryRunTree.week(engine.instant().now()), ScanProgress.NONE);
    }

    private Map<String, Object> tree(Collection collection, FacePolicies face, PolicyRequest asked, DryRun run) {
        KeyReader names = keys.get(collection.name().face());
        Map<String, Object> tree =
                new LinkedHashMap<>(DryRunTree.of(run, key -> names == null ? key.toString() : names.write(key)));
        String note = face.note(asked.rules());
        if (note != null) {
            tree.put("note", note);
        }
        return tree;
    }

    /** Returns the policies of the collection's face; if the face is off, everything but rules may change. */
    private FacePolicies face(Collection collection, PolicyRequest asked) {
        FacePolicies face = policies.get(collection.name().face());
        if (face != null) {
            return face;
        }
        if (!asked.rules().isEmpty()) {
            throw AdminException.conflict("the face of this collection is off, and only it may change its rules");
        }
        return (_, _) -> {};
    }

    /** Only one face has a monitor that looks now and then. */
    private void requireVisible(Collection collection, PolicyRequest asked) {
        boolean lazy = asked.visibility() == Policy.Visibility.LAZY;
        if (lazy && !definitions(collection).isMonitored()) {
            throw AdminException.badRequest("only collections of mongo may be lazy");
        }
    }
}
