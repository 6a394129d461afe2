package dev.mayfly.face.cosmos.query.index;

import dev.mayfly.base.document.FieldPath;
import dev.mayfly.base.document.JsonView;
import dev.mayfly.base.document.KeyPart;
import dev.mayfly.base.document.View;
import dev.mayfly.base.query.value.JsonSink;
import dev.mayfly.base.text.NaturalLanguage;
import dev.mayfly.engine.catalog.IndexDefinition;
import dev.mayfly.engine.document.FaceForms;
import dev.mayfly.engine.schema.IndexRequest;
import dev.mayfly.face.cosmos.language.ComputedProperties;
import dev.mayfly.face.cosmos.language.value.SqlValues;
import dev.mayfly.face.cosmos.query.index.IndexPolicy.Part;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/** One index of a container, as this face keeps it with the engine's. Equal ones have equal names. */
public sealed interface ContainerIndex {
    /**
     * Every path and value that the policy's patterns cover.
     *
     * @param computed those of the computed properties that a pattern names
     */
    record Paths(List<String> included, List<String> excluded, ComputedProperties computed) implements ContainerIndex {
        public Paths {
            included = List.copyOf(included);
            excluded = List.copyOf(excluded);
        }

        static Paths of(List<String> included, List<String> excluded, ComputedProperties computed) {
            return new Paths(
                    included,
                    excluded,
                    computed.only(name -> included.stream()
                            .anyMatch(text -> PathPattern.parse(text).path().isBelow(name))));
        }

        PathRules rules() {
            return new PathRules(
                    included.stream().map(PathPattern::parse).toList(),
                    excluded.stream().map(PathPattern::parse).toList());
        }
    }

    /** The values at some paths, one after the other; the first ascends, for an index can be walked both ways. */
    record Composite(List<Part> parts, ComputedProperties computed) implements ContainerIndex {
        public Composite {
            boolean turns = parts.getFirst().descending();
            parts = parts.stream()
                    .map(part -> new Part(part.path(), part.descending() != turns))
                    .toList();
        }
    }

    /** Returns the computed properties that the index knows: none, if it is over stored ones alone. */
    default ComputedProperties computed() {
        return switch (this) {
            case Paths paths -> paths.computed;
            case Composite composite -> composite.computed;
            case Unique _, Words _, Places _ -> ComputedProperties.NONE;
        };
    }

    /** The words of the texts at a path, by their stems in a language. */
    record Words(ItemPath text, NaturalLanguage language) implements ContainerIndex {
        /** Returns the path of the words themselves. */
        ItemPath path() {
            return text.words(language);
        }
    }

    /** The geometries at a path, by the cells that cover them. */
    record Places(ItemPath place) implements ContainerIndex {
        /** Returns the path of the cells. */
        ItemPath path() {
            return place.cells();
        }
    }

    /** Returns the index in which alone what this path leads to can be, if there is such a one. */
    static Optional<ContainerIndex> ofDerived(ItemPath path) {
        if (!path.isDerived()) {
            return Optional.empty();
        }
        NaturalLanguage language = path.steps().getLast().language();
        return Optional.of(language == null ? new Places(path.value()) : new Words(path.value(), language));
    }

    /** The values at some paths, which no two items of one logical partition share. */
    record Unique(List<ItemPath> partitionKey, List<ItemPath> paths) implements ContainerIndex {
        public Unique {
            partitionKey = List.copyOf(partitionKey);
            paths = List.copyOf(paths);
        }
    }

    private String kind() {
        return switch (this) {
            case Paths _ -> "paths";
            case Composite _ -> "composite";
            case Unique _ -> "unique";
            case Words _ -> "words";
            case Places _ -> "places";
        };
    }

    /** Returns the bytes that the engine keeps for this face. */
    default byte[] options() {
        JsonSink out = SqlValues.sink();
        out.ascii("{\"kind\":");
        out.string(kind());
        switch (this) {
            case Paths paths -> {
                write(out, "included", paths.included);
                write(out, "excluded", paths.excluded);
            }
            case Composite composite -> {
                write(out, "paths", texts(composite.parts.stream().map(Part::path)));
                write(
                        out,
                        "orders",
                        composite.parts.stream()
                                .map(part -> part.descending() ? "descending" : "ascending")
                                .toList());
            }
            case Unique unique -> {
                write(out, "partitionKey", texts(unique.partitionKey.stream()));
                write(out, "paths", texts(unique.paths.stream()));
            }
            case Words words -> {
                write(out, "paths", texts(Stream.of(words.text)));
                write(out, "languages", List.of(words.language.name()));
            }
            case Places places -> write(out, "paths", texts(Stream.of(places.place)));
        }
        if (!computed().isEmpty()) {
            write(out, "computed", computed().texts());
        }
        out.put('}');
        return out.toByteArray();
    }

    private static List<String> texts(Stream<ItemPath> paths) {
        return paths.map(ItemPath::toString).toList();
    }

    private static void write(JsonSink out, String name, List<String> texts) {
        out.put(',');
        out.string(name);
        out.ascii(":[");
        for (int i = 0; i < texts.size(); i++) {
            if (i > 0) {
                out.put(',');
            }
            out.string(texts.get(i));
        }
        out.put(']');
    }

    /** The index that these options of this face say. */
    static ContainerIndex of(byte[] options) {
        View json = JsonView.of(options);
        String kind = Objects.requireNonNull(json.field("kind")).stringValue();
        return switch (kind) {
            case "paths" -> new Paths(strings(json, "included"), strings(json, "excluded"), computed(json));
            case "composite" -> {
                List<ItemPath> paths = paths(json, "paths");
                List<String> orders = strings(json, "orders");
                List<Part> parts = new ArrayList<>();
                for (int i = 0; i < paths.size(); i++) {
                    parts.add(new Part(paths.get(i), orders.get(i).equals("descending")));
                }
                yield new Composite(parts, computed(json));
            }
            case "words" ->
                new Words(
                        paths(json, "paths").getFirst(),
                        NaturalLanguage.valueOf(strings(json, "languages").getFirst()));
            case "places" -> new Places(paths(json, "paths").getFirst());
            case "unique" -> new Unique(paths(json, "partitionKey"), paths(json, "paths"));
            default -> throw new IllegalStateException("an index of an unknown kind: " + kind);
        };
    }

    private static ComputedProperties computed(View json) {
        return json.field("computed") == null
                ? ComputedProperties.NONE
                : ComputedProperties.ofTexts(strings(json, "computed"));
    }

    private static List<String> strings(View json, String name) {
        List<String> strings = new ArrayList<>();
        for (View.Fields fields = Objects.requireNonNull(json.field(name)).fields(); fields.next(); ) {
            strings.add(fields.value().stringValue());
        }
        return strings;
    }

    private static List<ItemPath> paths(View json, String name) {
        return strings(json, name).stream().map(PathPattern::parseName).toList();
    }

    /** Returns a name that contains the whole definition, so that an index of this name needs no second look. */
    default String name() {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(options());
            return kind() + "-" + HexFormat.of().formatHex(Arrays.copyOf(digest, 8));
        } catch (NoSuchAlgorithmException missing) {
            throw new IllegalStateException(missing);
        }
    }

    /** Returns the source of its keys. */
    default FaceForms.KeySource keys() {
        return switch (this) {
            case Paths paths -> new ItemKeys(paths.rules(), IndexPolicy.named(paths.included), paths.computed);
            case Composite composite -> new CompositeKeys(composite.parts, composite.computed);
            case Unique unique -> new UniqueKeys(unique.partitionKey, unique.paths);
            case Words words -> new WordKeys(words.text, words.language);
            case Places places -> new SpatialKeys(places.place);
        };
    }

    /** Returns the request to the engine. */
    default IndexRequest request() {
        boolean unique = this instanceof Unique;
        IndexDefinition.Kind kind =
                this instanceof Paths ? IndexDefinition.Kind.WILDCARD : IndexDefinition.Kind.ORDERED;
        return new IndexRequest(name(), kind, parts(), unique, false, false, IndexDefinition.NO_BYTES, options(), null);
    }

    /** Returns the paths as they appear in a list of indexes. */
    private List<KeyPart> parts() {
        return switch (this) {
            case Paths _ -> List.of();
            case Words words -> List.of(new KeyPart(fieldPath(words.text), false));
            case Places places -> List.of(new KeyPart(fieldPath(places.place), false));
            case Composite composite ->
                composite.parts.stream()
                        .map(part -> new KeyPart(fieldPath(part.path()), part.descending()))
                        .toList();
            case Unique unique ->
                Stream.concat(unique.partitionKey.stream(), unique.paths.stream())
                        .map(path -> new KeyPart(fieldPath(path), false))
                        .toList();
        };
    }

    private static FieldPath fieldPath(ItemPath path) {
        return new FieldPath(path.steps().stream()
                .map(step -> Objects.requireNonNullElse(step.name(), "[]"))
                .toList());
    }

    /** Returns true if an index of this name is one of these, not another owner's in the same container. */
    static boolean isName(String name) {
        return name.startsWith("paths-")
                || name.startsWith("composite-")
                || name.startsWith("unique-")
                || name.startsWith("words-")
                || name.startsWith("places-");
    }
}
