# Makes metafor.json: 200 random tables, and what R's metafor makes of them.
# Run as: Rscript tests/reference/metafor.R > tests/reference/metafor.json
# Half are events of units, as logits with 0.5 added to both cells where one is 0; half are estimates with variances.
# The searches run to 1e-13 or the double's end, as metafor's own stop at 1e-5 and 1e-4.

suppressPackageStartupMessages(library(metafor))
set.seed(20261130)

TO_THE_END <- list(
  DL = list(),
  PM = list(tol = .Machine$double.eps, maxiter = 10000),
  REML = list(threshold = 1e-13, maxiter = 100000)
)

written <- function(x) {
  digits <- ifelse(is.na(x), "null", sprintf("%.14g", x))
  if (length(x) == 1) digits else paste0("[", paste(digits, collapse = ", "), "]")
}

object <- function(values) {
  paste0("{", paste0("\"", names(values), "\": ", values, collapse = ", "), "}")
}

fitted <- function(yi, vi, method) {
  control <- TO_THE_END[[method]]
  plain <- rma(yi, vi, method = method, control = control)
  knapp <- rma(yi, vi, method = method, test = "knha", control = control)
  normal <- predict(plain)
  if (length(yi) > 2) t <- predict(plain, pi.type = "riley") else t <- list(pi.lb = NA, pi.ub = NA)
  object(sapply(c(
    tau2 = plain$tau2, estimate = c(plain$beta), se = plain$se, wald_lower = plain$ci.lb, wald_upper = plain$ci.ub,
    hksj_lower = knapp$ci.lb, hksj_upper = knapp$ci.ub, normal_lower = normal$pi.lb, normal_upper = normal$pi.ub,
    t_lower = t$pi.lb, t_upper = t$pi.ub
  ), written))
}

one <- function(number) {
  k <- sample(2:12, 1)
  between <- sample(c(0, 0.1, 0.3, 0.8, 1.5), 1)
  if (number <= 100) {
    n <- round(exp(runif(k, log(5), log(400))))
    x <- rbinom(k, n, plogis(rnorm(1, 1, 1) + between * rnorm(k)))
    with <- escalc(measure = "PLO", xi = x, ni = n, add = 0.5, to = "only0")
    inputs <- c(x = written(x), n = written(n))
  } else {
    vi <- round(exp(runif(k, log(0.001), log(0.3))), 5)
    yi <- round(rnorm(1) + between * rnorm(k) + sqrt(vi) * rnorm(k), 4)
    with <- data.frame(yi = yi, vi = vi)
    inputs <- c(yi = written(yi), vi = written(vi))
  }
  yi <- c(with$yi)
  vi <- c(with$vi)
  fixed <- rma(yi, vi, method = "FE")
  object(c(
    inputs,
    fixed = object(sapply(c(
      estimate = c(fixed$beta), se = fixed$se, wald_lower = fixed$ci.lb, wald_upper = fixed$ci.ub,
      Q = fixed$QE, Q_p = fixed$QEp
    ), written)),
    sapply(c("DL", "PM", "REML"), function(method) fitted(yi, vi, method)),
    I2_percent = written(rma(yi, vi, method = "DL")$I2)
  ))
}

software <- paste(R.version.string, "metafor", packageVersion("metafor"))
tables <- sapply(1:200, one)
cat("{\"software\": \"", software, "\", \"level\": 0.95, \"tables\": [\n", paste(tables, collapse = ",\n"), "\n]}\n", sep = "")
