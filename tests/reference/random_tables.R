# What R says about the inputs of random_tables.py.
#
#   python tests/reference/random_tables.py FOLDER
#   Rscript tests/reference/random_tables.R FOLDER tests/reference/random
#
# writes <kind>.json: the inputs, what each quantity's function below gave for each of them (15 significant digits; NA,
# NaN, Inf and errors as text), the functions themselves as R deparses them, and the versions of R and its packages.
# A name that ends in .formula is our arithmetic in R on what a package gave, no package's own number.

suppressPackageStartupMessages({
  library(jsonlite); library(epiR); library(Hmisc); library(psych); library(caret); library(pROC)
  library(survival); library(rms); library(MLmetrics); library(metafor); library(survey); library(vcd)
})
packages <- c("stats", "epiR", "Hmisc", "psych", "caret", "pROC", "survival", "rms", "MLmetrics", "metafor", "survey",
              "vcd")

# ---- proportions: x of n at a level ----
single <- function(g, method) epi.conf(matrix(c(g$x, g$n), 1), ctype = "prevalence", method = method, conf.level = g$level)

proportions <- list(
  wilson = function(g) prop.test(g$x, g$n, conf.level = g$level, correct = FALSE)$conf.int,
  wilson.epiR = function(g) unlist(single(g, "wilson")[c("lower", "upper")]),
  wilson.Hmisc = function(g) binconf(g$x, g$n, alpha = 1 - g$level, method = "wilson")[2:3],
  clopper_pearson = function(g) binom.test(g$x, g$n, conf.level = g$level)$conf.int,
  clopper_pearson.Hmisc = function(g) binconf(g$x, g$n, alpha = 1 - g$level, method = "exact")[2:3],
  agresti_coull.epiR = function(g) unlist(single(g, "agresti")[c("lower", "upper")]),
  jeffreys = function(g) qbeta(c((1 - g$level) / 2, (1 + g$level) / 2), g$x + 0.5, g$n - g$x + 0.5),
  jeffreys.epiR = function(g) unlist(single(g, "jeffreys")[c("lower", "upper")])
)

# ---- binary: the four counts ----
rows <- function(g) matrix(c(g$tp, g$fp, g$fn, g$tn), 2, byrow = TRUE, dimnames = list(c("P", "N"), c("P", "N")))
tests <- function(g, of, which = "est") {
  detail <- epi.tests(rows(g), conf.level = g$level)$detail
  unlist(detail[detail$statistic == of, which])
}
by_class <- function(g, of) confusionMatrix(as.table(rows(g)), positive = "P")$byClass[[of]]
units <- function(g, of) rep(of, c(g$tp, g$fn, g$tn, g$fp))

binary <- list(
  sensitivity = function(g) tests(g, "se"),
  specificity = function(g) tests(g, "sp"),
  precision = function(g) tests(g, "pv.pos"),
  npv = function(g) tests(g, "pv.neg"),
  accuracy = function(g) tests(g, "diag.ac"),
  prevalence = function(g) tests(g, "tp"),
  positive_rate = function(g) tests(g, "ap"),
  youden = function(g) tests(g, "youden"),
  false_positive_rate = function(g) tests(g, "p.tpdn"),
  false_negative_rate = function(g) tests(g, "p.tndp"),
  false_discovery_rate = function(g) tests(g, "p.dntp"),
  false_omission_rate = function(g) tests(g, "p.dptn"),
  likelihood_ratio_positive = function(g) tests(g, "lr.pos"),
  likelihood_ratio_negative = function(g) tests(g, "lr.neg"),
  diagnostic_odds_ratio = function(g) tests(g, "diag.or"),
  likelihood_ratio_positive.log_delta = function(g) tests(g, "lr.pos", c("lower", "upper")),
  likelihood_ratio_negative.log_delta = function(g) tests(g, "lr.neg", c("lower", "upper")),
  diagnostic_odds_ratio.log_delta = function(g) tests(g, "diag.or", c("lower", "upper")),
  diagnostic_odds_ratio.log_delta.vcd = function(g) exp(confint(loddsratio(rows(g), correct = FALSE), level = g$level)),
  sensitivity.clopper_pearson = function(g) tests(g, "se", c("lower", "upper")),
  f1 = function(g) by_class(g, "F1"),
  f1.MLmetrics = function(g) F1_Score(units(g, c(1, 1, 0, 0)), units(g, c(1, 0, 0, 1)), positive = "1"),
  balanced_accuracy = function(g) by_class(g, "Balanced Accuracy"),
  detection_rate = function(g) by_class(g, "Detection Rate"),
  kappa = function(g) cohen.kappa(rows(g))$kappa,
  kappa.caret = function(g) confusionMatrix(as.table(rows(g)))$overall[["Kappa"]],
  kappa.epiR = function(g) epi.kappa(rows(g), method = "cohen", conf.level = g$level)$kappa$est,
  mcc = function(g) cor(units(g, c(1, 1, 0, 0)), units(g, c(1, 0, 0, 1))),
  mcc.psych = function(g) psych::phi(rows(g), digits = 15)
)

# ---- ranking: labels and two scores ----
curve_of <- function(g, which = "first") roc(g$y, g[[which]], levels = c(0, 1), direction = "<", quiet = TRUE)
compared <- function(g) roc.test(curve_of(g), curve_of(g, "second"), method = "delong", paired = TRUE, conf.level = g$level)
logit_limits <- function(g) {
  at <- auc(curve_of(g))[1]
  se <- sqrt(var(curve_of(g), method = "delong")) / (at * (1 - at))
  plogis(qlogis(at) + c(-1, 1) * qnorm((1 + g$level) / 2) * se)
}

ranking <- list(
  auroc = function(g) auc(curve_of(g))[1],
  auroc.survival = function(g) concordance(y ~ first, data.frame(y = g$y, first = g$first))$concordance,
  auroc.Hmisc = function(g) somers2(g$first, g$y)[["C"]],
  auroc_second = function(g) auc(curve_of(g, "second"))[1],
  partial_auroc = function(g) auc(curve_of(g), partial.auc = c(1, g$specificity_at_least), partial.auc.focus = "specificity")[1],
  partial_auroc.corrected = function(g) auc(curve_of(g), partial.auc = c(1, g$specificity_at_least), partial.auc.focus = "specificity", partial.auc.correct = TRUE)[1],
  delong_variance = function(g) var(curve_of(g), method = "delong"),
  delong = function(g) ci.auc(curve_of(g), method = "delong", conf.level = g$level)[c(1, 3)],
  logit_delong.formula = function(g) logit_limits(g),
  delong_covariance = function(g) cov(curve_of(g), curve_of(g, "second"), method = "delong"),
  delong_paired = function(g) compared(g)$conf.int,
  delong_z = function(g) compared(g)$statistic[["Z"]],
  delong_p = function(g) compared(g)$p.value
)

# ---- probability: labels and a probability ----
tight <- list(epsilon = 1e-15, maxit = 200)
joint <- function(g) glm(g$y ~ qlogis(g$p), family = binomial, control = tight)
alone <- function(g) glm(g$y ~ 1 + offset(qlogis(g$p)), family = binomial, control = tight)
# glm's covariance has the weights of the last step but one: started at its own result, those of the result.
joint_again <- function(g) glm(g$y ~ qlogis(g$p), family = binomial, control = tight, start = coef(joint(g)))
alone_again <- function(g) glm(g$y ~ 1 + offset(qlogis(g$p)), family = binomial, control = tight, start = coef(alone(g)))
fitted_to_0_or_1 <- function(fit) as.numeric(any(pmin(fit$fitted.values, 1 - fit$fitted.values) < 1e-9))
by_bins <- function(g, right) {
  bin <- cut(g$p, seq(0, 10) / 10, right = right, include.lowest = TRUE)
  sum(tapply(g$y - g$p, bin, function(d) abs(sum(d))), na.rm = TRUE) / length(g$y)
}

probability <- list(
  brier = function(g) val.prob(g$p, g$y, pl = FALSE)[["Brier"]],
  brier.mean = function(g) mean((g$p - g$y)^2),
  brier.variance_of_mean = function(g) var((g$p - g$y)^2) / length(g$y),
  log_loss = function(g) -mean(dbinom(g$y, 1, g$p, log = TRUE)),
  log_loss.variance_of_mean = function(g) var(dbinom(g$y, 1, g$p, log = TRUE)) / length(g$y),
  log_loss.MLmetrics = function(g) LogLoss(g$p, g$y),
  calibration_slope = function(g) coef(joint(g))[[2]],
  calibration_slope.se = function(g) sqrt(vcov(joint_again(g))[2, 2]),
  calibration_slope.converged = function(g) as.numeric(joint(g)$converged),
  calibration_slope.separated = function(g) fitted_to_0_or_1(joint(g)),
  calibration_slope.rms = function(g) val.prob(g$p, g$y, pl = FALSE)[["Slope"]],
  calibration_intercept_joint = function(g) coef(joint(g))[[1]],
  calibration_intercept = function(g) coef(alone(g))[[1]],
  calibration_intercept.se = function(g) sqrt(vcov(alone_again(g))[1, 1]),
  calibration_intercept.converged = function(g) as.numeric(alone(g)$converged),
  ece_right = function(g) by_bins(g, right = TRUE),
  ece_left = function(g) by_bins(g, right = FALSE)
)

# ---- meta: estimates and variances, or x of n on the logit scale ----
members <- function(g) {
  if (is.null(g$x)) return(data.frame(yi = g$yi, vi = g$vi))
  of <- escalc(measure = "PLO", xi = g$x, ni = g$n, add = 0.5, to = "only0")
  data.frame(yi = as.numeric(of$yi), vi = as.numeric(of$vi))
}
fit <- function(g, method, test = "z") {
  control <- if (method == "REML") list(threshold = 1e-13, maxiter = 1e5) else if (method == "PM") list(tol = 1e-15, maxiter = 1e5) else list()
  rma(yi, vi, data = members(g), method = method, test = test, level = 100 * g$level, control = control)
}
wald <- function(g, method, test = "z") { of <- fit(g, method, test); c(of$ci.lb, of$ci.ub) }
predicted <- function(g, method, type) {
  of <- predict(fit(g, method), level = 100 * g$level, pi.type = type)
  c(of$pi.lb, of$pi.ub)
}

meta <- list(yi = function(g) members(g)$yi, vi = function(g) members(g)$vi, q = function(g) fit(g, "DL")$QE)
for (method in c("FE", "DL", "PM", "REML")) local({
  m <- method
  named <- function(what) paste0(m, ".", what)
  add <- function(what, f) { environment(f) <- list2env(list(m = m), parent = globalenv()); meta[[named(what)]] <<- f }
  add("estimate", function(g) fit(g, m)$beta[1])
  add("se", function(g) fit(g, m)$se)
  add("wald", function(g) wald(g, m))
  if (m != "FE") {
    add("tau2", function(g) fit(g, m)$tau2)
    add("i2", function(g) fit(g, m)$I2 / 100)
    add("hartung_knapp", function(g) wald(g, m, "knha"))
    add("prediction_normal", function(g) predicted(g, m, "default"))
    add("prediction_t", function(g) predicted(g, m, "riley"))
  }
})

# ---- clusters: numerator and denominator of each ----
ratio_of <- function(num, den) {
  design <- svydesign(ids = ~id, weights = ~w, data = data.frame(id = seq_along(num), w = 1, num = num, den = den))
  svyratio(~num, ~den, design)
}
not_empty <- function(g) ratio_of(g$num[g$den > 0], g$den[g$den > 0])

clusters <- list(
  ratio = function(g) coef(not_empty(g))[[1]],
  se = function(g) SE(not_empty(g))[[1]],
  se.with_empty_clusters = function(g) SE(ratio_of(g$num, g$den))[[1]],
  cluster_ratio = function(g) confint(not_empty(g), level = g$level, df = sum(g$den > 0) - 1)[1:2]
)

# ---- paired: right by both, the first only, the second only, neither ----
# As doubles: epi.conf multiplies the margins, and R's integers overflow to NA (62, 196, 145, 171).
four <- function(g) matrix(as.numeric(c(g$both, g$first_only, g$second_only, g$neither)), 1)
pairs_of <- function(g) matrix(c(g$both, g$second_only, g$first_only, g$neither), 2)
mid_p <- function(b, c) { lower <- min(b, c); 2 * pbinom(lower, b + c, 0.5) - dbinom(lower, b + c, 0.5) }

paired <- list(
  difference = function(g) epi.conf(four(g), ctype = "prop.paired", conf.level = g$level)$est,
  newcombe_paired = function(g) unlist(epi.conf(four(g), ctype = "prop.paired", conf.level = g$level)[c("lower", "upper")]),
  wald_se = function(g) epi.conf(four(g), ctype = "prop.paired", conf.level = g$level)$se,
  mcnemar_exact = function(g) binom.test(g$first_only, g$first_only + g$second_only, 0.5)$p.value,
  mcnemar_midp.formula = function(g) mid_p(g$first_only, g$second_only),
  mcnemar_asymptotic = function(g) mcnemar.test(pairs_of(g), correct = FALSE)$p.value,
  mcnemar_corrected = function(g) mcnemar.test(pairs_of(g), correct = TRUE)$p.value
)

# ---- unpaired: x of n in two groups ----
groups_of <- function(g) epi.conf(matrix(c(g$x1, g$n1 - g$x1, g$x2, g$n2 - g$x2), 1), ctype = "prop.unpaired", conf.level = g$level)

unpaired <- list(
  difference = function(g) groups_of(g)$est,
  newcombe = function(g) unlist(groups_of(g)[c("lower", "upper")]),
  wald_se = function(g) groups_of(g)$se,
  wald = function(g) prop.test(c(g$x1, g$x2), c(g$n1, g$n2), conf.level = g$level, correct = FALSE)$conf.int
)

# ---- multiclass: cells[i, j] units of class i called class j ----
of_cells <- function(g) { t <- t(g$cells); dimnames(t) <- rep(list(LETTERS[seq_len(nrow(t))]), 2); as.table(t) }
each_class <- function(g, of) {
  if (nrow(g$cells) > 2) return(confusionMatrix(of_cells(g))$byClass[, of])
  sapply(c("A", "B"), function(one) confusionMatrix(of_cells(g), positive = one)$byClass[[of]])
}

multiclass <- list(
  accuracy = function(g) confusionMatrix(of_cells(g))$overall[["Accuracy"]],
  kappa = function(g) confusionMatrix(of_cells(g))$overall[["Kappa"]],
  kappa.psych = function(g) cohen.kappa(of_cells(g))$kappa,
  kappa.vcd = function(g) Kappa(of_cells(g))$Unweighted[["value"]],
  sensitivity = function(g) each_class(g, "Sensitivity"),
  specificity = function(g) each_class(g, "Specificity"),
  precision = function(g) each_class(g, "Precision"),
  npv = function(g) each_class(g, "Neg Pred Value"),
  f1 = function(g) each_class(g, "F1"),
  prevalence = function(g) each_class(g, "Prevalence"),
  detection_rate = function(g) each_class(g, "Detection Rate"),
  positive_rate = function(g) each_class(g, "Detection Prevalence"),
  balanced_accuracy = function(g) each_class(g, "Balanced Accuracy")
)

# ---- writing ----
in_text <- function(v) {
  if (is.character(v)) return(as.character(toJSON(v, auto_unbox = TRUE)))
  one <- function(x) if (is.nan(x)) '"NaN"' else if (is.na(x)) '"NA"' else if (is.infinite(x)) sprintf('"%sInf"', if (x < 0) "-" else "") else sprintf("%.15g", x)
  each <- vapply(as.numeric(v), one, "")
  if (length(each) == 1) each else sprintf("[%s]", paste(each, collapse = ","))
}
why <- function(e) paste("error:", substr(iconv(gsub("\\s+", " ", conditionMessage(e)), to = "ASCII//TRANSLIT", sub = "?"), 1, 70))
said <- function(f, g) in_text(tryCatch(suppressWarnings(f(g)), error = why))
call_of <- function(f) paste(trimws(deparse(body(f), width.cutoff = 500)), collapse = " ")

kinds <- c("proportions", "binary", "ranking", "probability", "meta", "clusters", "paired", "unpaired", "multiclass")
arguments <- commandArgs(trailingOnly = TRUE)
versions <- c(list(R = as.character(getRversion())), sapply(packages, function(p) as.character(packageVersion(p)), simplify = FALSE))
for (kind in kinds) {
  file <- file.path(arguments[1], paste0(kind, ".json"))
  given <- fromJSON(file, simplifyDataFrame = FALSE)
  quantities <- get(kind)
  lines <- vapply(names(quantities), function(name) {
    answers <- vapply(given, function(g) said(quantities[[name]], g), "")
    sprintf('"%s":[%s]', name, paste(answers, collapse = ","))
  }, "")
  head <- list(kind = kind, seed = 20261130, made = as.character(Sys.Date()), software = versions, calls = lapply(quantities, call_of))
  text <- sub("}$", "", as.character(toJSON(head, auto_unbox = TRUE)))
  inputs <- trimws(readChar(file, file.size(file)))
  writeLines(sprintf('%s,\n"given":%s,\n"said":{%s}}', text, inputs, paste(lines, collapse = ",\n")), file.path(arguments[2], paste0(kind, ".json")))
  cat(kind, length(given), "\n")
}
