package dev.mayfly.face.couchbase.bucket;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * What has become of the scopes and collections of a bucket, each told by its last events. Immutable.
 *
 * @param events by their numbers; of what was dropped only that it was
 */
record ManifestEvents(List<ManifestEvent> events) {
    static final ManifestEvents NONE = new ManifestEvents(List.of());

    /** The number of dropped scopes and collections that are remembered. */
    private static final int DROPS_MAX = 1_000;

    ManifestEvents {
        events = List.copyOf(events);
    }

    /** Returns these events with those that lead to a manifest; the default scope and collection are there from the start. */
    ManifestEvents leadingTo(Manifest manifest, LongSupplier seqnos) {
        List<ManifestEvent> made = new ArrayList<>();
        List<ManifestEvent> standing =
                events.stream().filter(each -> !each.kind().isDrop()).toList();
        for (ManifestEvent each : standing) {
            if (!each.isOfScope() && find(manifest, each) == null && isFirst(standing, each)) {
                made.add(again(each, ManifestEvent.Kind.COLLECTION_DROPPED, manifest, seqnos));
            }
        }
        for (ManifestEvent each : standing) {
            if (each.isOfScope() && manifest.scopes().stream().noneMatch(scope -> scope.uid() == each.scope())) {
                made.add(again(each, ManifestEvent.Kind.SCOPE_DROPPED, manifest, seqnos));
            }
        }
        List<Scope> oldest = manifest.scopes().stream()
                .sorted(Comparator.comparingInt(Scope::uid))
                .toList();
        for (Scope scope : oldest) {
            addScope(made, standing, manifest, scope, seqnos);
        }
        return made.isEmpty() ? this : with(made);
    }

    private static boolean isFirst(List<ManifestEvent> standing, ManifestEvent event) {
        return standing.stream()
                .filter(event::isAboutSame)
                .findFirst()
                .orElse(event)
                .equals(event);
    }

    private static ManifestEvent again(
            ManifestEvent before, ManifestEvent.Kind kind, Manifest manifest, LongSupplier seqnos) {
        return new ManifestEvent(
                seqnos.getAsLong(),
                kind,
                manifest.uid(),
                before.scope(),
                before.collection(),
                before.name(),
                before.maxTtl());
    }

    private static void addScope(
            List<ManifestEvent> made,
            List<ManifestEvent> standing,
            Manifest manifest,
            Scope scope,
            LongSupplier seqnos) {
        boolean isKnown = standing.stream().anyMatch(each -> each.isOfScope() && each.scope() == scope.uid());
        if (!isKnown && !scope.name().equals(Scope.DEFAULT)) {
            made.add(new ManifestEvent(
                    seqnos.getAsLong(),
                    ManifestEvent.Kind.SCOPE_CREATED,
                    manifest.uid(),
                    scope.uid(),
                    0,
                    scope.name(),
                    MaxTtl.NONE));
        }
        List<CollectionDefinition> oldest = scope.collections().stream()
                .sorted(Comparator.comparingInt(CollectionDefinition::uid))
                .toList();
        for (CollectionDefinition each : oldest) {
            addCollection(made, standing, manifest, scope, each, seqnos);
        }
    }

    private static void addCollection(
            List<ManifestEvent> made,
            List<ManifestEvent> standing,
            Manifest manifest,
            Scope scope,
            CollectionDefinition collection,
            LongSupplier seqnos) {
        ManifestEvent last = standing.stream()
                .filter(each -> !each.isOfScope() && each.collection() == collection.uid())
                .reduce((_, later) -> later)
                .orElse(null);
        boolean isThereFromTheStart = collection.uid() == 0;
        int limitBefore = last == null ? MaxTtl.NONE : last.maxTtl();
        boolean isNew = last == null && !isThereFromTheStart;
        if (isNew || limitBefore != collection.maxTtl()) {
            made.add(new ManifestEvent(
                    seqnos.getAsLong(),
                    isNew ? ManifestEvent.Kind.COLLECTION_CREATED : ManifestEvent.Kind.COLLECTION_MODIFIED,
                    manifest.uid(),
                    scope.uid(),
                    collection.uid(),
                    collection.name(),
                    collection.maxTtl()));
        }
    }

    private static @Nullable CollectionDefinition find(Manifest manifest, ManifestEvent event) {
        return manifest.scopes().stream()
                .filter(scope -> scope.uid() == event.scope())
                .flatMap(scope -> scope.collections().stream())
                .filter(each -> each.uid() == event.collection())
                .findFirst()
                .orElse(null);
    }

    /** A drop takes the place of what was told of the same before, a modification that of an earlier one. */
    private ManifestEvents with(List<ManifestEvent> made) {
        List<ManifestEvent> all = new ArrayList<>(events);
        for (ManifestEvent each : made) {
            all.removeIf(before -> before.isAboutSame(each)
                    && (each.kind().isDrop() || before.kind() == ManifestEvent.Kind.COLLECTION_MODIFIED));
            all.add(each);
        }
        List<ManifestEvent> drops =
                all.stream().filter(each -> each.kind().isDrop()).toList();
        if (drops.size() > DROPS_MAX) {
            all.removeAll(drops.subList(0, drops.size() - DROPS_MAX));
        }
        return new ManifestEvents(all);
    }

    byte[] toBytes(String bucketUuid) {
        ObjectNode json = CouchbaseJson.object().put("uuid", bucketUuid);
        ArrayNode list = json.putArray("events");
        events.forEach(each -> list.add(each.toJson()));
        return CouchbaseJson.bytes(json);
    }

    /** Returns the events that were kept, or null if they are another bucket's. */
    static @Nullable ManifestEvents fromBytes(byte[] bytes, String bucketUuid) {
        ObjectNode json = CouchbaseJson.kept(bytes);
        if (!json.path("uuid").asString().equals(bucketUuid)) {
            return null;
        }
        List<ManifestEvent> events = new ArrayList<>();
        for (JsonNode each : json.path("events")) {
            events.add(ManifestEvent.fromJson(each));
        }
        return new ManifestEvents(events);
    }
}
