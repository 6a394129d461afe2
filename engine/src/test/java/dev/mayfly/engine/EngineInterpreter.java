package dev.mayfly.engine;

import dev.mayfly.base.document.DocumentKey;
import dev.mayfly.base.document.FieldPath;
import dev.mayfly.base.document.Lifetime;
import dev.mayfly.engine.catalog.BaseInstant;
import dev.mayfly.engine.catalog.SweepPace;
import dev.mayfly.engine.check.CheckReport;
import dev.mayfly.engine.document.Decision;
import dev.mayfly.engine.document.Tombstone;
import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.expiry.Policy;
import dev.mayfly.engine.expiry.QueueIds;
import dev.mayfly.engine.expiry.Rule;
import dev.mayfly.engine.read.Document;
import dev.mayfly.engine.read.DocumentCursor;
import dev.mayfly.engine.read.KeyState;
import dev.mayfly.engine.schema.IndexRequest;
import dev.mayfly.engine.write.WriteOutcome;
import dev.mayfly.store.api.Direction;
import dev.mayfly.store.api.Durability;
import dev.mayfly.store.api.KeyRange;
import dev.mayfly.test.harness.GoldenScript;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.bson.BsonDocument;

/** The engine as scripts see it: one collection, a clock that stands still until it is wound, a sweeper that runs. */
final class EngineInterpreter implements GoldenScript.Interpreter {
    /*
     *   put | insert | update ID [lifetime] {document}    lifetime: inherit, forever, 30s, until @30s
     *   delete | get | explain ID
     *   count | scan [INDEX] | stored | announced | destroyed
     *   advance SPAN | wall SPAN | confirm | restart [SPAN]
     *   index NAME FIELD [unique] [ttl SPAN] | drop INDEX
     *   policy RULE... | undo | grace SPAN | visibility exact|lazy | mask on|off | tick
     *   remains | reclaim ID | keep SPAN | pace never|due|SPAN | compact | statistics
     *   sweep | pause | resume                            RULE: none, modified SPAN, modified -, absolute, INDEX SPAN
     */
    private final EngineFixture fixture = new EngineFixture();
    private final Map<DocumentKey, Integer> ids = new HashMap<>();
    private final Deque<Policy> replaced = new ArrayDeque<>();
    private long destroyedBefore;

    EngineInterpreter() {
        fixture.create(BaseInstant.MODIFIED, List.of(QueueIds.INHERIT, QueueIds.FOR, QueueIds.UNTIL), Policy.NONE);
    }

    @Override
    public String execute(String command, String input) {
        int brace = command.indexOf('{');
        String document = brace < 0 ? input : command.substring(brace);
        String head = brace < 0 ? command : command.substring(0, brace);
        List<String> words = List.of(head.strip().split(" +"));
        try {
            return execute(words.getFirst(), words.subList(1, words.size()), document);
        } catch (EngineException refusal) {
            return "refused: " + refusal.error();
        }
    }

    private String execute(String verb, List<String> words, String document) {
        return switch (verb) {
            case "put", "insert", "update" -> write(verb, words, document);
            case "delete" -> outcome(fixture.delete(id(words)), "deleted", "not found");
            case "get" -> get(words);
            case "explain" -> explain(words);
            case "count" -> String.valueOf(fixture.count());
            case "scan" -> scan(words);
            case "stored" -> String.valueOf(fixture.stored());
            case "announced" -> announced();
            case "destroyed" -> destroyed();
            case "advance" -> silently(() -> fixture.advance(ScriptTime.span(words.getFirst())));
            case "wall" -> wall(ScriptTime.span(words.getFirst()));
            case "confirm" -> clock(() -> fixture.guard().confirm());
            case "restart" -> restart(words);
            case "index" -> silently(() -> index(words));
            case "drop" -> silently(() -> fixture.collection().definition().dropIndex(words.getFirst()));
            case "policy" -> change(policy -> policy.withRules(rules(words)));
            case "undo" -> undo();
            case "grace" ->
                change(policy ->
                        policy.withGrace(ScriptTime.span(words.getFirst()).toMillis()));
            case "visibility" ->
                change(policy -> policy.withVisibility(
                        words.getFirst().equals("lazy") ? Policy.Visibility.LAZY : Policy.Visibility.EXACT));
            case "mask" -> change(policy -> policy.withMask(words.getFirst().equals("on")));
            case "tick" -> silently(() -> fixture.collection().definition().tick());
            case "sweep" -> silently(fixture::sweep);
            case "pause" -> silently(() -> fixture.engine().sweeper().pause());
            case "resume" -> silently(() -> fixture.engine().sweeper().resume());
            case "remains" -> remains(words);
            case "reclaim" -> fixture.collection().reclaim(EngineFixture.key(id(words))) ? "destroyed" : "left alone";
            case "keep" ->
                silently(() -> fixture.collection()
                        .definition()
                        .keepTombstones(ScriptTime.span(words.getFirst()).toMillis()));
            case "pace" -> silently(() -> fixture.collection().definition().changePace(pace(words.getFirst())));
            case "compact" -> String.valueOf(fixture.engine().compact(List.of(fixture.collection())));
            case "statistics" -> statistics();
            default -> throw new IllegalArgumentException("no such command: " + verb);
        };
    }

    private static String silently(Runnable work) {
        work.run();
        return "";
    }

    // ---- documents

    private int id(List<String> words) {
        int id = Integer.parseInt(words.getFirst());
        ids.put(EngineFixture.key(id), id);
        return id;
    }

    private String write(String verb, List<String> words, String json) {
        int id = id(words);
        Lifetime lifetime = lifetime(words.subList(1, words.size()));
        Decision.Put body = EngineFixture.body(ScriptTime.withDates(json.isEmpty() ? "{}" : json), lifetime);
        WriteOutcome outcome = fixture.collection()
                .write(EngineFixture.key(id), Durability.LOGGED, (current, _) -> switch (verb) {
                    case "insert" -> current == null ? body : Decision.KEEP;
                    case "update" -> current == null ? Decision.KEEP : body;
                    default -> body;
                });
        return outcome(outcome, "", verb.equals("insert") ? "exists already" : "not found");
    }

    private static Lifetime lifetime(List<String> words) {
        String word = words.isEmpty() ? "inherit" : words.getFirst();
        return switch (word) {
            case "inherit" -> Lifetime.INHERIT;
            case "forever" -> Lifetime.FOREVER;
            case "until" -> new Lifetime.Until(ScriptTime.instant(words.get(1)));
            default -> new Lifetime.For(ScriptTime.span(word).toSeconds());
        };
    }

    private String outcome(WriteOutcome outcome, String removed, String kept) {
        return switch (outcome) {
            case WriteOutcome.Stored stored -> stored.before() == null ? "stored" : "replaced";
            case WriteOutcome.Removed _ -> removed;
            case WriteOutcome.Kept _ -> kept;
            case WriteOutcome.DuplicateValue duplicate ->
                "duplicate of " + ids.get(duplicate.holder()) + " in " + duplicate.index();
        };
    }

    private String get(List<String> words) {
        Document document = fixture.get(id(words));
        return document == null
                ? "not found"
                : json(document) + (words.contains("deadline") ? " " + ScriptTime.show(document.deadline()) : "");
    }

    private static String json(Document document) {
        BsonDocument body = document.view().toBsonValue().asDocument();
        body.values().removeIf(value -> value.isDateTime() || value.isArray());
        return body.toJson();
    }

    private String scan(List<String> words) {
        List<String> found = new ArrayList<>();
        try (DocumentCursor cursor = cursor(words)) {
            for (Document next = cursor.next(); next != null; next = cursor.next()) {
                found.add(String.valueOf(ids.get(next.key())));
            }
        }
        return found.isEmpty() ? "nothing" : String.join(" ", found);
    }

    private DocumentCursor cursor(List<String> words) {
        Collection collection = fixture.collection();
        List<KeyRange> all = List.of(KeyRange.ALL);
        return words.isEmpty()
                ? collection.scan(collection.reading(), all, Direction.FORWARD)
                : collection.scan(
                        collection.reading(),
                        collection.record().index(words.getFirst()).orElseThrow(),
                        all,
                        Direction.FORWARD);
    }

    private String explain(List<String> words) {
        Explanation found = fixture.collection().explain(EngineFixture.key(id(words)));
        if (found == null) {
            return "nothing is stored";
        }
        String state = found.dead() ? "dead" : found.hidden() ? "hidden" : "live";
        String deadline = "deadline " + ScriptTime.show(found.deadline());
        String rule = found.decidingQueue() == 0 ? "" : " by " + ruleOf(found.decidingQueue());
        String dead = "may be destroyed " + (found.held() ? "at once" : ScriptTime.show(found.deadFrom()));
        return state + ", " + deadline + rule + ", " + dead;
    }

    /** The name of the rule whose queue this is. */
    private String ruleOf(int queue) {
        return switch (queue) {
            case QueueIds.INHERIT -> "inherited lifetime";
            case QueueIds.FOR -> "lifetime of its own";
            case QueueIds.UNTIL -> "absolute end";
            default ->
                fixture.collection()
                        .record()
                        .index(queue)
                        .map(index -> index.name())
                        .orElse("a dropped index");
        };
    }

    private String announced() {
        List<String> lines = fixture.announced.stream()
                .map(announcement -> ids.get(announcement.key()) + " by " + ruleOf(announcement.queue())
                        + ", deadline " + ScriptTime.show(announcement.deadline())
                        + ", announced " + ScriptTime.show(announcement.at()))
                .toList();
        fixture.announced.clear();
        return lines.isEmpty() ? "nothing" : String.join("\n", lines);
    }

    private String destroyed() {
        long since = fixture.destroyed - destroyedBefore;
        destroyedBefore = fixture.destroyed;
        return String.valueOf(since);
    }

    // ---- what is gone

    private String remains(List<String> words) {
        Collection collection = fixture.collection();
        return switch (collection.stateOf(collection.reading(), EngineFixture.key(id(words)))) {
            case KeyState.Live _ -> "live";
            case KeyState.Hidden hidden -> "hidden, " + show(hidden.tombstone());
            case KeyState.Buried buried -> show(buried.tombstone());
            case KeyState.Nothing _ -> "nothing";
        };
    }

    private static String show(Tombstone tombstone) {
        return tombstone.cause().name().toLowerCase(Locale.ROOT) + " " + ScriptTime.show(tombstone.goneAt());
    }

    private static SweepPace pace(String word) {
        return switch (word) {
            case "never" -> SweepPace.NEVER;
            case "due" -> SweepPace.WHEN_DUE;
            default -> SweepPace.every(ScriptTime.span(word).toMillis());
        };
    }

    private String statistics() {
        ExpiryStatistics now = fixture.collection().statistics();
        return "destroyed by access " + now.byAccess() + ", sweeps " + now.bySweeps() + ", compactions "
                + now.byCompactions() + ", writes " + now.byWrites() + "; live " + now.live() + ", stored "
                + now.stored() + ", tombstones " + now.tombstones();
    }

    // ---- time

    private String wall(Duration step) {
        return clock(() -> {
            fixture.guard().saveMark();
            fixture.machine.stepWall(step);
        });
    }

    /** Starts again; the wall has moved meanwhile if the line says how far. */
    private String restart(List<String> words) {
        return clock(() -> {
            fixture.guard().saveMark();
            fixture.machine.stepWall(words.isEmpty() ? Duration.ZERO : ScriptTime.span(words.getFirst()));
            fixture.restart();
        });
    }

    private String clock(Runnable work) {
        work.run();
        return switch (fixture.guard().state()) {
            case STEADY -> "the clock is steady";
            case HELD_BACK -> "the clock is held back";
            case SUSPECT -> "the clock is suspect";
        };
    }

    // ---- indexes and policies

    private void index(List<String> words) {
        List<String> options = words.subList(2, words.size());
        int ttl = options.indexOf("ttl");
        IndexRequest.TtlRule rule = ttl < 0
                ? null
                : new IndexRequest.TtlRule.OverField(
                        FieldPath.of(words.get(1)),
                        ScriptTime.span(options.get(ttl + 1)).toSeconds());
        fixture.collection()
                .definition()
                .createIndex(EngineFixture.request(words.getFirst(), options.contains("unique"), rule, words.get(1)));
    }

    private List<Rule> rules(List<String> words) {
        List<Rule> rules = new ArrayList<>();
        for (int at = 0; at < words.size(); at++) {
            switch (words.get(at)) {
                case "none" -> {}
                case "absolute" -> rules.add(new Rule.Absolute());
                case "modified" -> rules.add(modified(words.get(++at)));
                default -> rules.add(overField(words.get(at), words.get(++at)));
            }
        }
        return rules;
    }

    private static Rule modified(String span) {
        return span.equals("-")
                ? new Rule.Modified(Rule.Modified.Kind.NO_DEFAULT, 0)
                : new Rule.Modified(
                        Rule.Modified.Kind.AFTER, ScriptTime.span(span).toSeconds());
    }

    private Rule overField(String index, String span) {
        int queue = fixture.collection().record().index(index).orElseThrow().id();
        return new Rule.Field(queue, ScriptTime.span(span).toSeconds());
    }

    private String change(UnaryOperator<Policy> change) {
        Policy before = fixture.collection().record().policy().current();
        if (!fixture.change(change)) {
            return "that is so already";
        }
        replaced.push(before);
        return "";
    }

    private String undo() {
        Policy before = replaced.pop();
        return fixture.change(_ -> before) ? "" : "that is so already";
    }

    @Override
    public void close() {
        CheckReport report = EngineCheck.check(fixture.engine());
        fixture.close();
        if (!report.isClean()) {
            throw new AssertionError("findings: " + report.findings());
        }
    }
}
