package dev.mayfly.app.console.page;

import dev.mayfly.face.api.FaceDefinitions;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** The page of one collection: the lifetimes of its documents, and their settings. */
final class CollectionPage {
    private static final JsonMapper MAPPER = new JsonMapper();
    private static final Map<String, String> WEEK = Map.of("from", "0s", "until", "7d", "bucket", "3h");

    private final Map<String, FaceDefinitions> definitions;

    CollectionPage(Map<String, FaceDefinitions> definitions) {
        this.definitions = definitions;
    }

    /**
     * The model of the page.
     *
     * @param ruleForm the form of the collection's rules
     * @param settings the policy as it may be changed, or nothing
     * @param spread the time that the documents have still to live
     * @param face the settings of all collections of the face
     * @param plot of the week to come as JSON, or empty
     * @param indexes with their use, and the builds under way
     * @param kept what is hidden, told apart
     * @param undoable the banner of a change that can be undone, if there is one
     */
    record Model(
            CollectionPath path,
            FaceDefinitions.RuleForm ruleForm,
            Facts facts,
            Facts settings,
            Facts face,
            Facts forecast,
            String plot,
            long within,
            List<Bar> spread,
            List<Facts> holds,
            Facts indexes,
            HiddenParts kept,
            List<UndoBanner> undoable) {
        /** Returns the mode of a container: {@code off}, {@code none} (on, without a default) or {@code on}. */
        String mode() {
            String standard = settings.at("rules").text("default");
            return standard.isEmpty() || standard.equals("off") ? "off" : standard.equals("none") ? "none" : "on";
        }

        /** The default of a container, or empty. */
        String after() {
            return mode().equals("on") ? settings.at("rules").text("default") : "";
        }

        String maxTtl() {
            return settings.at("rules").text("maxTTL");
        }

        /** Returns the initial values of the fields of the drawer, by name. */
        String initial() {
            ObjectNode initial = MAPPER.createObjectNode();
            initial.put("rules.default", settings.at("rules").text("default"));
            initial.put("rules.maxTTL", maxTtl());
            for (int index = 0; index < fields().size(); index++) {
                initial.put(
                        "rules.fields." + index + ".after", fields().get(index).text("after"));
            }
            for (int index = 0; index < properties().size(); index++) {
                initial.put(
                        "rules.properties." + index + ".after",
                        properties().get(index).text("after"));
            }
            return MAPPER.writeValueAsString(initial);
        }

        /** Returns true if the only rule is a limit on the lifetime of what is written. */
        boolean isLimited() {
            return ruleForm == FaceDefinitions.RuleForm.LIMIT;
        }

        /** Returns true if there are rules over fields. */
        boolean hasFields() {
            return ruleForm == FaceDefinitions.RuleForm.DEFAULT_AND_FIELDS;
        }

        /** Returns the number of documents a change may expire at once. */
        String guard() {
            Facts guard = settings.at("guard");
            String words = guard.has("maxExpire")
                    ? "at most " + Show.count(guard.number("maxExpire"), "document") + " a change"
                    : "none: what a change would expire at once is shown and asked about, but never refused";
            return words + (guard.is("own") ? "" : ", as for the whole server");
        }

        /** The TTL indexes of a collection: path and after. */
        List<Facts> fields() {
            return settings.at("rules").list("fields");
        }

        /** The rules about properties: path, after, and from or at. */
        List<Facts> properties() {
            return settings.at("rules").list("properties");
        }

        /** The number of properties that die within the week. */
        long propertiesWithin() {
            return forecast.list("buckets").stream()
                    .mapToLong(bucket -> bucket.number("properties"))
                    .sum();
        }
    }

    Html show(Visit visit) {
        CollectionPath path = CollectionPath.of(visit.request());
        Facts facts = visit.api().get(path.api()).required();
        Facts settings = visit.api().get(path.api() + "/policy").orNothing();
        Facts face = visit.api()
                .get("/api/v1/settings/" + CollectionPath.encoded(path.face()))
                .orNothing();
        ApiAnswer answer = visit.api().get(path.api() + "/forecast", WEEK);
        Facts forecast = answer.orNothing();
        long within = forecast.list("buckets").stream()
                .mapToLong(bucket -> bucket.number("documents"))
                .sum();
        List<Facts> holds = visit.api().get(path.api() + "/holds").orNothing().list("items");
        String plot = answer.isFine() ? TimelinePage.rows(forecast) : "";
        FaceDefinitions.RuleForm form =
                definitions.getOrDefault(path.face(), FaceDefinitions.PLAIN).ruleForm();
        Model model = new Model(
                path,
                form,
                facts,
                settings,
                face,
                forecast,
                plot,
                within,
                spread(visit, path),
                holds,
                visit.api().get(path.api() + "/indexes").orNothing(),
                HiddenParts.of(List.of(facts), "", definitions),
                UndoBanner.of(visit, path));
        Frame frame = Frame.of(visit, path.shortName(), "collections");
        return out -> JtecollectionGenerated.render(out, NoInterceptor.INSTANCE, frame, model);
    }

    /**
     * Computes the spread by a change that changes nothing: it reports exactly what expires when. Empty if nothing
     * ever does.
     */
    private static List<Bar> spread(Visit visit, CollectionPath path) {
        Facts dry =
                visit.api().ask(path.api() + "/policy/dry-run", Map.of(), "{}").orNothing();
        Facts reach = dry.at("expiresUnchanged");
        long hour = reach.at("withinHour").number("documents");
        long day = reach.at("withinDay").number("documents");
        long week = reach.at("withinWeek").number("documents");
        Facts before = dry.at("before");
        List<Bar> bars = Bar.of(
                List.of("within an hour", "within a day", "within a week", "later", "never"),
                List.of(
                        hour,
                        Math.max(0, day - hour),
                        Math.max(0, week - day),
                        before.at("beyond").number("documents"),
                        before.at("never").number("documents")));
        return Bar.areEmpty(bars) ? List.of() : bars;
    }

    /** Draws the result that undoing the last change would have: a part. */
    Html undo(Visit visit) {
        CollectionPath path = CollectionPath.of(visit.request());
        Facts plan = visit.api()
                .ask(path.api() + "/policy/undo", Map.of("dryRun", "true"), "")
                .required();
        return out -> JteundoGenerated.render(out, NoInterceptor.INSTANCE, path, plan);
    }

    /** Draws the suspicious findings: a part. */
    Html doctor(Visit visit) {
        CollectionPath path = CollectionPath.of(visit.request());
        Facts diagnosis = visit.api().get(path.api() + "/doctor").required();
        return out -> JtedoctorGenerated.render(out, NoInterceptor.INSTANCE, diagnosis);
    }
}
